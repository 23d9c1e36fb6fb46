import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { encode } from 'uqr';

export function QrCode({ text, label }: { text: string | undefined; label: string }) {
  const code = useMemo(() => {
    if (text === undefined) return;
    const { size, data } = encode(text, { ecc: 'M', border: 1 });
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: path.join('') };
  }, [text]);
  return (
    // cameras need a dark code on a light ground, even in the dark colour scheme
    <Box w="9rem" h="9rem" p="0.6rem" bd="1px solid var(--line)" bdrs="14px" bg="#fff">
      {code && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
        >
          <path d={code.path} fill="#1f1b18" />
        </svg>
      )}
    </Box>
  );
}
