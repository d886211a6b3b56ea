import type { User, UserInput } from "./user.ts";

/** What is taken by another user. */
type Taken = "username-taken" | "email-taken";

/** Port to the users of the estate. Calls throw while the database is unavailable. Names and emails ignore case. */
export interface UserStore {
  /** Returns users in order of their ids. */
  list(page: { readonly skip: number; readonly limit: number }): Promise<readonly User[]>;
  /** Returns users with greater ids than `after`, in order of their ids. */
  listAfter(after: number, limit: number): Promise<readonly User[]>;
  count(): Promise<number>;
  /** Returns the members of a group, in order of their ids. */
  listMembers(
    groupId: number,
    page: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly users: readonly User[] }>;
  find(id: number): Promise<User | undefined>;
  findByName(username: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  insert(user: User): Promise<"inserted" | Taken>;
  /** `passwordHash` is left as it is when undefined. */
  update(id: number, fields: UserInput & { readonly passwordHash?: string }): Promise<"updated" | "unknown" | Taken>;
  /** Returns false if there is no such user. */
  addToGroup(id: number, groupId: number): Promise<boolean>;
  removeFromGroup(id: number, groupId: number): Promise<boolean>;
  /** Takes a group out of all its members. */
  removeGroupFromAll(groupId: number): Promise<void>;
  /** Sets the last login, and keeps the one before it. */
  recordLogin(id: number, at: Date): Promise<void>;
}
