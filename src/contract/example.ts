import * as z from 'zod/mini';

/** Because of the annotation, the bundler of the web app leaves out schemas that no screen uses. */
/* @__NO_SIDE_EFFECTS__ */
export function withExample<S extends z.core.$ZodType>(
  schema: S,
  example: z.input<S>,
  description?: string,
): S {
  z.globalRegistry.add(schema, { examples: [example], ...(description && { description }) });
  return schema;
}

export function exampleOf(schema: z.core.$ZodType): unknown {
  const [own] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema instanceof z.core.$ZodArray) return [exampleOf(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(
      Object.entries<z.core.$ZodType>(schema._zod.def.shape)
        .filter(([, part]) => part._zod.optin !== 'optional' || hasExample(part))
        .map(([name, part]) => [name, exampleOf(part)]),
    );
  throw new Error(`A schema of the API has no example: ${schema._zod.def.type}.`);
}

const hasExample = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.examples !== undefined;
