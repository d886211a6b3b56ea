/** Access to the stored tokens of logged-in users. Calls throw while the database is unavailable. */
export interface LoginTokenStore {
  insert(token: LoginToken): Promise<void>;
  /** Returns the token with this hash. Returns undefined if there is none, or if it has expired at `now`. */
  find(hash: string, now: Date): Promise<LoginToken | undefined>;
  /** Removes the tokens of a user except the `count` newest tokens. One call removes at most 1,000 tokens. */
  keepNewest(userId: number, count: number): Promise<void>;
  purge(now: Date): Promise<void>;
}

export interface LoginToken {
  /** SHA-256 of the token. */
  readonly hash: string;
  readonly userId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
