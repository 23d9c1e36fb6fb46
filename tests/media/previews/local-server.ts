import { testServer } from '../../support/server';

/** Starts a server that is allowed to fetch previews from sites on this machine. */
export const localServer = () => testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });

export const previewPath = (url: string) => `/api/og-preview?url=${encodeURIComponent(url)}`;
