import * as z from 'zod/mini';

const samples = new WeakMap<z.core.$ZodType, unknown>();

/** Because of the annotations, the bundler of the web app leaves out schemas that no screen uses. */
/* @__NO_SIDE_EFFECTS__ */
export function withExample<S extends z.core.$ZodType>(
  schema: S,
  example: z.input<S>,
  description?: string,
): S {
  z.globalRegistry.add(schema, { examples: [example], ...(description && { description }) });
  return schema;
}

/** A field of `objectOf` with its example. A copy, because other fields may have the same schema. */
/* @__NO_SIDE_EFFECTS__ */
export function sample<S extends z.core.$ZodType>(schema: S, example: z.input<S>): S {
  const copy = z.clone(schema, schema._zod.def);
  samples.set(copy, example);
  return copy;
}

/* @__NO_SIDE_EFFECTS__ */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape, description?: string) {
  const schema = z.object(shape);
  return withExample(schema, exampleOf(schema) as z.input<typeof schema>, description);
}

export function exampleOf(schema: z.core.$ZodType): unknown {
  if (samples.has(schema)) return samples.get(schema);
  const [own] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema instanceof z.core.$ZodNullable) return exampleOf(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodArray) return [exampleOf(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(
      Object.entries<z.core.$ZodType>(schema._zod.def.shape)
        .filter(([, part]) => hasExample(part) || part._zod.optin !== 'optional')
        .map(([name, part]) => [name, exampleOf(part)]),
    );
  throw new Error(`A schema of the API has no example: ${schema._zod.def.type}.`);
}

const hasExample = (schema: z.core.$ZodType) =>
  samples.has(schema) || z.globalRegistry.get(schema)?.examples !== undefined;
