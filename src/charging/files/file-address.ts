export type FileRules = {
  /** As the operator says; empty: where stations connect for OCPP. */
  url: string;
  maxLogBytes: number;
  keepLogDays: number;
  /** Where files are brought by FTP, with {token} in its place; null: nowhere. `address`: of the same station over HTTP. */
  ftpAddress(address: string | null): string | null;
};

export const usualFileRules: FileRules = {
  url: '',
  maxLogBytes: 50 * 1_048_576,
  keepLogDays: 30,
  ftpAddress: () => null,
};

/** The first security profile with TLS. */
const secureProfile = 2;

/** Where a station reaches us for files: as it connects, so over TLS where it does. null: nothing says by which name. */
export function fileAddress({
  rules,
  addresses,
  signIn,
}: {
  rules: Pick<FileRules, 'url'>;
  /** Of the OCPP ports; null: nothing says by which name. */
  addresses: { plainUrl: string | null; secureUrl: string | null };
  /** How the station connected last. */
  signIn: { profile: number } | undefined;
}): string | null {
  if (rules.url !== '') return rules.url;
  const isSecure = (signIn?.profile ?? 0) >= secureProfile && addresses.secureUrl !== null;
  const address = isSecure ? addresses.secureUrl : addresses.plainUrl;
  return address === null ? null : address.replace(/^ws/, 'http').replace(/\/$/, '');
}

/** The same host at another port; the token is the password. */
export function ftpAddress(address: string | null, port: number): string | null {
  return address === null ? null : `ftp://log:{token}@${new URL(address).hostname}:${port}/`;
}
