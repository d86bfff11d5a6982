/** A cable from a station to a car, which happens to be an S. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="logo">
      <rect width="32" height="32" rx="8" className="logo-ground" />
      <path d="M21 9.5h-7a3.25 3.25 0 0 0 0 6.5h4a3.25 3.25 0 0 1 0 6.5h-7" className="logo-cable" />
      <circle cx="23" cy="9.5" r="2.75" className="logo-station" />
      <circle cx="9" cy="22.5" r="2.75" className="logo-car" />
    </svg>
  );
}
