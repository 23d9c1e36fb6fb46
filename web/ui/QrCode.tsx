import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

export function QrCode({ text, label }: { text: string | undefined; label: string }) {
  const code = useMemo(() => {
    if (text === undefined) return;
    const { size, data } = encode(text, { ecc: 'M', border: 1 });
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: path.join('') };
  }, [text]);
  return (
    <div className={classes.code}>
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
    </div>
  );
}
