import { qrCode } from './qr-code.ts';

/** Dark on light in every theme: cameras read it so. */
export function QrPicture({ text, label, size: side = 200 }: { text: string; label: string; size?: number }) {
  const rows = qrCode(text);
  if (rows === undefined) return null;
  const size = rows.length + 8;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
