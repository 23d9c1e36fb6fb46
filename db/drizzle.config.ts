import { defineConfig } from 'drizzle-kit';

/**
 * Configuration of drizzle-kit, which only drafts migrations. They are applied by `migrate.ts`, because
 * drizzle's own migrator loses rows when it rebuilds a table, and skips a migration that is older than the
 * newest applied one.
 */
export default defineConfig({ dialect: 'sqlite', schema: './db/schema.ts', out: './db/drafts' });
