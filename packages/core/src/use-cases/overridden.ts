/** The object with some members replaced; whatever it is made of, its own methods keep working. */
export const overridden = <T extends object, Members extends object = Partial<T>>(
  object: T,
  members: Members,
): T & Members =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  }) as T & Members;
