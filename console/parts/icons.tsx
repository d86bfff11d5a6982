import type { ReactNode } from 'react';

/** Drawn on one grid with one stroke, so that they belong together. */
function Icon({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export const StationIcon = () => (
  <Icon>
    <path d="M4 17V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v12M2.5 17h11M6.5 6.5h3" />
    <path d="M12 10h1.5a1.5 1.5 0 0 1 1.5 1.5v2a1.25 1.25 0 0 0 2.5 0V8L15 5.5" />
  </Icon>
);
export const LanguageIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M3 10h14M10 3c2.2 2 3.2 4.3 3.2 7S12.2 15 10 17c-2.2-2-3.2-4.3-3.2-7S7.8 5 10 3z" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.25" />
    <path d="M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z" />
  </Icon>
);
export const ScreenIcon = () => (
  <Icon>
    <rect x="2.5" y="3.5" width="15" height="10" rx="1.5" />
    <path d="M7 17h6M10 13.5V17" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.25" />
    <path d="m13 13 4 4" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.5" />
    <path d="M13 7V5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v6.5A1.5 1.5 0 0 0 5 13h2" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
);
export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="7" r="3" />
    <path d="M4 16.5a6 6 0 0 1 12 0" />
  </Icon>
);
export const DoorIcon = () => (
  <Icon>
    <path d="M5 17V4.5A1.5 1.5 0 0 1 6.5 3h7A1.5 1.5 0 0 1 15 4.5V17M3 17h14M12 10v.5" />
  </Icon>
);
export const SessionIcon = () => (
  <Icon>
    <path d="M11 2.5 4.5 11.5H9.5L8.5 17.5 15.5 8H10.5z" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M16 10H4.5M9 5l-5 5 5 5" />
  </Icon>
);
export const AccessIcon = () => (
  <Icon>
    <rect x="2.5" y="4.5" width="15" height="11" rx="1.5" />
    <path d="M2.5 8h15M5.5 12h4" />
  </Icon>
);
export const TariffIcon = () => (
  <Icon>
    <path d="M3 3.5h6.5l7.5 7.5-6 6L3.5 9.5z" />
    <circle cx="6.75" cy="6.75" r="0.9" />
  </Icon>
);
export const ReservationIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="14" height="12" rx="1.5" />
    <path d="M3 8.5h14M7 2.75v3.5M13 2.75v3.5M8 12.5l1.5 1.5 3-3" />
  </Icon>
);
export const SiteIcon = () => (
  <Icon>
    <path d="M10 17.5c3.6-3.6 5.5-6.6 5.5-9a5.5 5.5 0 0 0-11 0c0 2.4 1.9 5.4 5.5 9z" />
    <circle cx="10" cy="8.5" r="1.9" />
  </Icon>
);
export const ReportIcon = () => (
  <Icon>
    <path d="M3 17h14M5.5 14v-4M10 14V5M14.5 14V8" />
  </Icon>
);
export const ProposalIcon = () => (
  <Icon>
    <path d="M10 2.5 16 5v5c0 3.6-2.5 6.2-6 7.5C6.5 16.2 4 13.6 4 10V5z" />
    <path d="m7.25 10 2 2 3.5-3.75" />
  </Icon>
);
export const DeviceIcon = () => (
  <Icon>
    <path d="M7.5 14.5h5M8.25 17h3.5M6.5 11.75a5 5 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z" />
  </Icon>
);
