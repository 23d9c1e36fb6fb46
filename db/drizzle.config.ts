import { defineConfig } from 'drizzle-kit';

// drizzle-kit only drafts migrations, because its own migrator loses rows when it rebuilds a table
export default defineConfig({ dialect: 'sqlite', schema: './db/schema.ts', out: './db/drafts' });
