import { and, count, eq, isNull } from 'drizzle-orm';
import { messages, origins } from '../../db/schema';
import type { App } from '../app/app';

export const countStored = (app: App, importId: number): number =>
  app.db.select({ stored: count() }).from(origins).where(eq(origins.importId, importId)).get()?.stored ?? 0;

export const findUnedited = (app: App, importId: number, limit: number): number[] =>
  app.db
    .select({ id: messages.id })
    .from(origins)
    .innerJoin(messages, eq(messages.id, origins.messageId))
    .where(and(eq(origins.importId, importId), isNull(messages.editedAt)))
    .limit(limit)
    .all()
    .map(({ id }) => id);
