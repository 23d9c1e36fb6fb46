import * as z from 'zod/mini';

/**
 * Attaches an example to a schema, for the API documents, and returns the schema. The web app's bundle drops
 * it with every schema that no screen uses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function withExample<S extends z.core.$ZodType>(schema: S, example: z.input<S>): S {
  z.globalRegistry.add(schema, { examples: [example] });
  return schema;
}
