export const oncePer =
  <Owner extends object>() =>
  <T>(create: (owner: Owner) => T): ((owner: Owner) => T) => {
    const values = new WeakMap<Owner, T>();
    return (owner) => {
      if (!values.has(owner)) values.set(owner, create(owner));
      return values.get(owner) as T;
    };
  };
