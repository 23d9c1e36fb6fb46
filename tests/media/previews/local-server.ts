import { testServer } from '../../support/server';

export const localServer = () => testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });

export const previewPath = (url: string) => `/api/og-preview?url=${encodeURIComponent(url)}`;
