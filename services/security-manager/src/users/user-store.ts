import type { User, UserInput } from "./user.ts";

/** The field whose new value belongs to another user. */
type Taken = "username-taken" | "email-taken";

/**
 * Access to the stored users of the estate. Names and emails are compared ignoring case. Calls throw while the database
 * is unavailable.
 */
export interface UserStore {
  /** Returns users in order of their ids. */
  list(page: { readonly skip: number; readonly limit: number }): Promise<readonly User[]>;
  /** Returns users whose id is greater than `after`, in the order of their ids. */
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
  /** If `passwordHash` is undefined, the stored hash remains unchanged. */
  update(id: number, fields: UserInput & { readonly passwordHash?: string }): Promise<"updated" | "unknown" | Taken>;
  /** Returns false if there is no such user. */
  addToGroup(id: number, groupId: number): Promise<boolean>;
  removeFromGroup(id: number, groupId: number): Promise<boolean>;
  /** Removes all members from a group. */
  removeGroupFromAll(groupId: number): Promise<void>;
  /** Stores `at` as the last login of a user, and the stored last login as the previous login. */
  recordLogin(id: number, at: Date): Promise<void>;
}
