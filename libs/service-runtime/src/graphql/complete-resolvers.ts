/**
 * Makes resolvers required in a generated resolver type, except for fields that the default resolver can resolve. A
 * field needs its own resolver if the parent object has no member with the field's name, or if the type of that member
 * differs from the field's type. A missing resolver, a renamed argument or a wrong result is therefore a type error.
 *
 * `Generated` is the type `Resolvers` of a generated file. `Parents` is its type `ResolversParentTypes`.
 */
export type CompleteResolvers<Generated, Parents> = {
  readonly [Type in keyof Generated as NeedsNone<Type, Generated, Parents> extends true ? Type : never]?: Complete<
    Type,
    Generated,
    Parents
  >;
} & {
  readonly [Type in keyof Generated as NeedsNone<Type, Generated, Parents> extends true ? never : Type]-?: Complete<
    Type,
    Generated,
    Parents
  >;
};

type NeedsNone<Type extends keyof Generated, Generated, Parents> =
  Record<never, never> extends Complete<Type, Generated, Parents> ? true : false;

type Complete<Type extends keyof Generated, Generated, Parents> = Type extends keyof Parents
  ? CompleteFields<NonNullable<Generated[Type]>, Parents[Type]>
  : NonNullable<Generated[Type]>;

type CompleteFields<Fields, Parent> = {
  readonly [Field in keyof Fields as IsDefault<Field, Fields, Parent> extends true ? Field : never]?: Fields[Field];
} & {
  readonly [Field in keyof Fields as IsDefault<Field, Fields, Parent> extends true ? never : Field]-?: Fields[Field];
};

/**
 * Is true if the default resolver can resolve the field from the parent's member of the same name. Fields of root types
 * always need a resolver, because the parents of root types have no members.
 */
type IsDefault<Field extends keyof Fields, Fields, Parent> = Field extends "__isTypeOf"
  ? true
  : string extends keyof Parent
    ? false
    : Field extends keyof Parent
      ? NonNullable<Fields[Field]> extends (...args: never) => infer Answer
        ? Parent[Field] extends Awaited<Answer> | ((...args: never) => unknown)
          ? true
          : false
        : false
      : false;
