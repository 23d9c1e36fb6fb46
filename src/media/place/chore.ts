import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app/app';
import { MEDIA_PLACE } from '../../app/data-folder/data-folder';

/** Looks after what is in S3, or says that something was left there. */
export async function tendMedia(app: App): Promise<void> {
  const { dataDir, media } = app.config;
  if (!media.target && !existsSync(join(dataDir, MEDIA_PLACE))) return;
  const { tellOfLeft, tendStore } = await import('./tending');
  await (media.target ? tendStore(app) : tellOfLeft(app));
}
