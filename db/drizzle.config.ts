import { defineConfig } from 'drizzle-kit';

/** Only drafts migrations; `open.ts` applies them, because drizzle's own migrator loses rows and skips branches. */
export default defineConfig({ dialect: 'sqlite', schema: './db/schema.ts', out: './db/drafts' });
