import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fastify } from 'fastify';

/** The page holds no script of its own, so that the content policy needs no exception for it. */
export const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>SIGEC-VE API</title><link rel="icon" href="data:,"></head>
<body><div id="app"></div><script src="/docs/reference.js"></script><script src="/docs/start.js"></script></body></html>
`;

/** Everything stays in the house: no fonts, no proxy, no telemetry, no helper of another party. */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

export const docsStart = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`;

let script: Promise<{ plain: Buffer; zipped: Buffer }> | undefined;

/** Four megabytes that most processes never need: read when the first reader comes, and packed once. */
export function referenceScript(): Promise<{ plain: Buffer; zipped: Buffer }> {
  script ??= readScript();
  return script;
}

/** The package hands its script out through a route only, so a small server of its own is asked for it. */
async function readScript(): Promise<{ plain: Buffer; zipped: Buffer }> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(reference, { routePrefix: '/reference', configuration: { url: configuration.url } });
  const { rawPayload: plain } = await app.inject('/reference/js/scalar.js');
  await app.close();
  return { plain, zipped: await promisify(gzip)(plain) };
}
