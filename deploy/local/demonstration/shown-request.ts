/** The part of an evaluated change request that the terminal shows. */
export interface ShownRequest {
  id: string;
  name: string;
  state: string;
  stateReason: string | null;
  score: number | null;
  results: ShownResult[] | null;
}

export interface ShownResult {
  boundaryName: string;
  boundaryAction: string;
  state: string | null;
  rules: ShownRelation[] | null;
}

export interface ShownRelation {
  ruleId: string;
  relation: string;
  witness: {
    source: string;
    destination: string;
    protocol: number;
    port: number | null;
    icmpType: number | null;
    icmpCode: number | null;
  } | null;
  residual: { truncated: boolean; blocks: { sources: string[]; destinations: string[]; services: string[] }[] } | null;
}

export const SHOWN_QUERY = /* GraphQL */ `
  query ($id: String!) {
    changeRequest(id: $id) {
      id name state stateReason score
      results(show: Touched) {
        boundaryName boundaryAction state
        rules {
          ruleId relation
          witness { source destination protocol port icmpType icmpCode }
          residual { truncated blocks { sources destinations services } }
        }
      }
    }
  }
`;
