import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#contract/stations/message.ts';
import { escapeHtml } from '#doors/http-server/escape-html.ts';

/** Text that is HTML already; everything else is escaped on its way into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** html`<p>${name}</p>`: what is put in stays text, whatever a station or a driver calls itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((string, index) => (index === 0 ? '' : textOf(parts[index - 1] ?? null)) + string).join(''),
  );
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escapeHtml(String(part));
}

const style = new Html(`
  :root { color-scheme: light }
  body { font: 0.9rem/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem; margin-bottom: .2rem } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
  p.quiet, td.quiet, small { color: #555 }
  table { border-collapse: collapse; width: 100% } caption { text-align: left; color: #555; padding-bottom: .3rem }
  th, td { padding: .25rem .5rem; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top }
  .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
  th.number { white-space: normal }
  tfoot td, tfoot th { font-weight: 600; border-bottom: 0 } tfoot tr:first-child > * { border-top: 2px solid #111 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .6rem 0 } dt { color: #555 } dd { margin: 0 }
  code { font-size: .75rem; overflow-wrap: anywhere; white-space: pre-wrap }
  .wide { overflow-x: auto }
  @media screen and (max-width: 30rem) { body { margin: 1rem auto } h1, dd { overflow-wrap: anywhere } dl { grid-template-columns: max-content minmax(0, 1fr) }
    table { font-size: .8rem } th, td { padding: .25rem .2rem } thead th { hyphens: auto; overflow-wrap: anywhere } .number { white-space: normal } }
  @media print { @page { margin: 1.5cm } body { margin: 0; max-width: none; font-size: 9pt } .wide { overflow: visible }
    thead { display: table-header-group } tr, dl { break-inside: avoid } h2 { break-after: avoid } }
`);

/** A page to print: no script, nothing from elsewhere. */
export function sendPrintPage(
  reply: FastifyReply,
  page: { language: Language; title: string; body: Html },
): FastifyReply {
  const { language, title, body } = page;
  const whole = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">
<style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
  return reply.type('text/html; charset=utf-8').send(whole.text);
}

/** The one that was asked for, or the browser's. */
export function languageOf(asked: Language | undefined, { headers }: FastifyRequest): Language {
  return asked ?? (/^\s*pt\b/i.test(headers['accept-language'] ?? '') ? 'pt-BR' : 'en');
}
