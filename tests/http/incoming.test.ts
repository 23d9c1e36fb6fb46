import { expect, test } from 'bun:test';
import { writeIncoming } from '../../src/http/incoming';
import { testApp } from '../support/app';

test.if(process.platform === 'linux')(
  'an upload that fills the disk is refused, and the server goes on',
  async () => {
    await using app = testApp();
    const body = new Uint8Array(200_000);
    const request = new Request('http://localhost/', { method: 'POST', body });
    // a write to /dev/full fails as on a full disk
    const written = writeIncoming(app, 1, request, '/dev/full', 1_000_000);
    await expect(written).rejects.toMatchObject({ code: 'ENOSPC' });
  },
);
