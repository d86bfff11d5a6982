import type { PaymentHandler } from '#bookshop/payments/payment-handler.ts';
import { type Capability, capabilitiesOf } from './capabilities.ts';
import type { PublicKey } from './signing.ts';
import { isFirst, isTyped, type UcpVersion, ucpVersions } from './versions.ts';

export type ProfileNeeds = {
  baseUrl: string;
  payments: PaymentHandler;
  keys: readonly PublicKey[];
  /** The revision of the profile that stands at the well-known address. */
  revision: UcpVersion;
};

export const profilePath = '/.well-known/ucp';
export const mcpPath = '/ucp/mcp';

/** Where the profile of a revision always stands, whichever one is the shop's own. */
export function profilePathOf(version: UcpVersion): string {
  return `${profilePath}/${version}`;
}

/** Who the shop is and what it can do, as a platform reads it first: in the shop's own revision, or in another. */
export function profileAt(needs: ProfileNeeds, path: string): object | undefined {
  if (path === profilePath) return profileOf(needs, needs.revision, true);
  const version = ucpVersions.find((each) => path === profilePathOf(each));
  return version && profileOf(needs, version, false);
}

function profileOf(needs: ProfileNeeds, version: UcpVersion, isRoot: boolean): object {
  return isFirst(version) ? firstProfile(needs) : newerProfile(needs, version, isRoot);
}

const site = 'https://ucp.dev';

function specOf(version: UcpVersion, { page }: Pick<Capability, 'page'>): string {
  return isFirst(version) ? `${site}/specification/${page}` : `${site}/${version}/specification/${page}`;
}

function schemaOf(version: UcpVersion, path: string): string {
  return isFirst(version) ? `${site}/${path}` : `${site}/${version}/${path}`;
}

function newerProfile({ baseUrl, payments, keys }: ProfileNeeds, version: UcpVersion, isRoot: boolean): object {
  const service = (transport: 'rest' | 'mcp', endpoint: string, schema: string) => ({
    version,
    spec: specOf(version, { page: 'overview' }),
    transport,
    endpoint,
    schema: schemaOf(version, `services/shopping/${schema}`),
  });
  const others = ucpVersions.filter((each) => each !== version);
  return {
    ucp: {
      version,
      // One that was reached from there leads nowhere else.
      ...(isRoot && {
        supported_versions: Object.fromEntries(others.map((each) => [each, `${baseUrl}${profilePathOf(each)}`])),
      }),
      services: {
        'dev.ucp.shopping': [
          service('rest', baseUrl, 'rest.openapi.json'),
          service('mcp', `${baseUrl}${mcpPath}`, 'mcp.openrpc.json'),
        ],
      },
      capabilities: Object.fromEntries(
        capabilitiesOf(version).map((capability) => [
          capability.name,
          [
            {
              version,
              spec: specOf(version, capability),
              schema: schemaOf(version, `schemas/${capability.schema}.json`),
              ...(capability.extends && {
                extends: capability.extends.length === 1 ? capability.extends[0] : capability.extends,
              }),
              ...(capability.config && { config: capability.config }),
            },
          ],
        ]),
      ),
      payment_handlers: { [payments.name]: [handlerOf({ baseUrl, payments }, version)] },
    },
    ...(!isTyped(version) && { signing_keys: keys }),
    keys,
  };
}

/** Also told in every answer about a checkout. */
export function handlerOf(
  { baseUrl, payments }: Pick<ProfileNeeds, 'baseUrl' | 'payments'>,
  version: UcpVersion,
): object {
  return {
    id: payments.id,
    version,
    // Since 2026-08-25 a schema has to stand at the domain that the name is of, which the shop's own need not be.
    ...(isTyped(version) ? {} : { spec: `${baseUrl}/payments`, schema: `${baseUrl}/payments` }),
    available_instruments: payments.instruments.map((type) => ({ type })),
    config: {},
  };
}

function firstProfile({ baseUrl, payments, keys }: ProfileNeeds): object {
  const version = '2026-01-11';
  return {
    ucp: {
      version,
      services: {
        'dev.ucp.shopping': {
          version,
          spec: specOf(version, { page: 'overview' }),
          rest: { schema: schemaOf(version, 'services/shopping/rest.openapi.json'), endpoint: baseUrl },
          mcp: { schema: schemaOf(version, 'services/shopping/mcp.openrpc.json'), endpoint: `${baseUrl}${mcpPath}` },
        },
      },
      capabilities: capabilitiesOf(version).map((capability) => ({
        name: capability.name,
        version,
        spec: specOf(version, capability),
        schema: schemaOf(version, `schemas/${capability.schema}.json`),
        ...(capability.extends && { extends: capability.extends[0] }),
      })),
    },
    payment: { handlers: [firstHandlerOf({ baseUrl, payments })] },
    signing_keys: keys,
  };
}

export function firstHandlerOf({ baseUrl, payments }: Pick<ProfileNeeds, 'baseUrl' | 'payments'>): object {
  return {
    id: payments.id,
    name: payments.name,
    version: '2026-01-11',
    spec: `${baseUrl}/payments`,
    config_schema: `${baseUrl}/payments`,
    instrument_schemas: [`${baseUrl}/payments`],
    config: {},
  };
}
