/** Drawn on one grid with one stroke, so that they belong together. */
const icon = (...paths: readonly string[]) =>
  function Icon() {
    return (
      <svg
        width="1.125em"
        height="1.125em"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A rectangle with round corners. */
const box = (x: number, y: number, width: number, height: number, r: number) => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
};

export const StationIcon = icon(
  'M4 17V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v12M2.5 17h11M6.5 6.5h3',
  'M12 10h1.5a1.5 1.5 0 0 1 1.5 1.5v2a1.25 1.25 0 0 0 2.5 0V8L15 5.5',
);
export const LanguageIcon = icon(
  circle(10, 10, 7),
  'M3 10h14M10 3c2.2 2 3.2 4.3 3.2 7S12.2 15 10 17c-2.2-2-3.2-4.3-3.2-7S7.8 5 10 3z',
);
export const SunIcon = icon(
  circle(10, 10, 3.25),
  'M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1',
);
export const MoonIcon = icon('M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z');
export const ScreenIcon = icon(box(2.5, 3.5, 15, 10, 1.5), 'M7 17h6M10 13.5V17');
export const BellIcon = icon(
  'M5 13.5c1-1 1.2-2.3 1.2-4.3a3.8 3.8 0 0 1 7.6 0c0 2 .2 3.3 1.2 4.3z',
  'M8.5 16a1.6 1.6 0 0 0 3 0',
);
export const NowIcon = icon('M2.5 10.5h3.5l2.5-6 3.5 11 2.5-7 1 2h2');
export const SearchIcon = icon(circle(9, 9, 5.25), 'm13 13 4 4');
export const CopyIcon = icon(
  box(7, 7, 9.5, 9.5, 1.5),
  'M13 7V5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v6.5A1.5 1.5 0 0 0 5 13h2',
);
export const CalendarIcon = icon(box(3, 4.5, 14, 12.5, 1.5), 'M3 8.5h14M7 2.5v4M13 2.5v4');
export const CheckIcon = icon('m4 10.5 4 4 8-9');
export const PersonIcon = icon(circle(10, 7, 3), 'M4 16.5a6 6 0 0 1 12 0');
export const DoorIcon = icon('M5 17V4.5A1.5 1.5 0 0 1 6.5 3h7A1.5 1.5 0 0 1 15 4.5V17M3 17h14M12 10v.5');
export const SessionIcon = icon('M11 2.5 4.5 11.5H9.5L8.5 17.5 15.5 8H10.5z');
export const DownloadIcon = icon('M10 3v9.5M6 9l4 4 4-4M4 16.5h12');
export const BackIcon = icon('M16 10H4.5M9 5l-5 5 5 5');
export const AccessIcon = icon(box(2.5, 4.5, 15, 11, 1.5), 'M2.5 8h15M5.5 12h4');
export const ReportIcon = icon('M3 17h14M5.5 14v-4M10 14V5M14.5 14V8');

export const SettingsIcon = icon(
  circle(10, 10, 2.5),
  'M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M15.3 4.7l-1.4 1.4M6.1 13.9l-1.4 1.4',
);
export const EnergyIcon = icon('M2.5 5h15', 'M3.5 17v-4.5h4V9h4.5v4h4.5v4z');
export const MoreIcon = icon('M4.5 10h.01M10 10h.01M15.5 10h.01');
export const AssistantIcon = icon(
  'M3.5 5.5A1.5 1.5 0 0 1 5 4h10a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 15 14H9l-4 3v-3a1.5 1.5 0 0 1-1.5-1.5z',
  'M7 9h.01M10 9h.01M13 9h.01',
);
export const SendIcon = icon('M10 16.5V4M5 9l5-5 5 5');
export const StopIcon = icon(box(5.5, 5.5, 9, 9, 1.5));
export const MicrophoneIcon = icon(box(7.5, 2.5, 5, 9, 2.5), 'M4.75 9.5a5.25 5.25 0 0 0 10.5 0M10 15v2.5');
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const PlusIcon = icon('M10 4v12M4 10h12');
export const ExpandIcon = icon('M11.5 3.5h5v5M16.5 3.5l-6 6M8.5 16.5h-5v-5M3.5 16.5l6-6');
export const TariffIcon = icon('M3 3.5h6.5l7.5 7.5-6 6L3.5 9.5z', circle(6.75, 6.75, 0.9));
export const SiteIcon = icon(
  'M10 17.5c3.6-3.6 5.5-6.6 5.5-9a5.5 5.5 0 0 0-11 0c0 2.4 1.9 5.4 5.5 9z',
  circle(10, 8.5, 1.9),
);
export const DeviceIcon = icon('M7.5 14.5h5M8.25 17h3.5M6.5 11.75a5 5 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z');
