import type { NamedPart } from "./parts/name-part.ts";

/** Why a call to the security manager had no result. */
export type ManagerFailure =
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "gave-up"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Called<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: ManagerFailure };

export interface UploadedRevision {
  readonly id: number;
  readonly isNew: boolean;
  readonly searchable: boolean;
}

/** The security manager, as the import uses it. */
export interface Manager {
  /** Returns the id of the device with this name, or undefined if there is none. */
  findDevice(name: string): Promise<Called<number | undefined>>;
  createDevice(device: {
    readonly name: string;
    readonly vendor: string;
    readonly product: string;
    readonly deviceGroupIds: readonly number[];
  }): Promise<Called<number>>;
  /** Returns the id of the newest revision, or null if there is none. */
  newestRevision(device: number): Promise<Called<number | null>>;
  putPart(device: number, part: NamedPart): Promise<Called<null>>;
  /**
   * Uploads a revision and returns it. If the security manager lacks parts of the revision, returns their names and
   * creates no revision. The caller must then send these parts and call again.
   */
  putRevision(
    device: number,
    revision: { readonly configuredAt: Date; readonly baseRevision: number | null; readonly parts: readonly string[] },
  ): Promise<Called<UploadedRevision | { readonly missing: readonly string[] }>>;
  isSearchable(device: number, revision: number): Promise<Called<boolean>>;
}
