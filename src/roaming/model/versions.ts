/** Versions of OCPI that we speak, the newest first. */
export const ocpiVersions = ['2.3.0', '2.2.1'] as const;
export type OcpiVersion = (typeof ocpiVersions)[number];

export function isOcpiVersion(text: string): text is OcpiVersion {
  return (ocpiVersions as readonly string[]).includes(text);
}

export const modules = [
  'credentials',
  'locations',
  'sessions',
  'cdrs',
  'tariffs',
  'tokens',
  'commands',
  'chargingprofiles',
  'hubclientinfo',
  'bookings',
  'payments',
] as const;
export type Module = (typeof modules)[number];

/** Who offers an endpoint: the one whose objects they are, or the one who takes them. */
export type InterfaceRole = 'SENDER' | 'RECEIVER';
export type Endpoint = { module: string; role: InterfaceRole; url: string };
