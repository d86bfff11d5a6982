import { request } from 'node:https';
import { z } from 'zod';

export type PixAccess = {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** PEM: by these the payment service provider knows us (mTLS). */
  certificate: string;
  certificateKey: string;
  /** PEM: a root of its own; empty: the usual public ones. */
  root: string;
};

const refund = z.looseObject({
  id: z.string(),
  valor: z.string(),
  status: z.string(),
  natureza: z.string().optional(),
  motivo: z.string().optional(),
  horario: z.looseObject({ solicitacao: z.string().optional(), liquidacao: z.string().optional() }).optional(),
});
const pix = z.looseObject({
  endToEndId: z.string(),
  txid: z.string().optional(),
  valor: z.string(),
  horario: z.string(),
  devolucoes: z.array(refund).default([]),
});
const charge = z.looseObject({
  txid: z.string(),
  status: z.string(),
  valor: z.looseObject({ original: z.string() }),
  location: z.string().optional(),
  loc: z.looseObject({ location: z.string().optional() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(pix).default([]),
});
const page = z.looseObject({
  parametros: z.looseObject({ paginacao: z.looseObject({ quantidadeDePaginas: z.number() }) }),
  pix: z.array(pix).default([]),
});
const token = z.looseObject({ access_token: z.string(), expires_in: z.number().default(300) });

export type Pix = z.infer<typeof pix>;
export type PixRefund = z.infer<typeof refund>;
export type PixCharge = z.infer<typeof charge>;

/** The provider has read the request and says no. Its own text may quote what was sent, so it is not repeated. */
export class PixRefusal extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(`The Pix provider answered ${status}${title === '' ? '' : `: ${title}`}`);
    this.name = 'PixRefusal';
    this.status = status;
  }
}

const timeoutMs = 15_000;
const maxAnswerBytes = 4 * 1_048_576;
const scope = 'cob.read cob.write pix.read pix.write';

export type PixApi = ReturnType<typeof pixApi>;

/** The open interface of Pix (cob, pix, devolução) over mTLS and OAuth2. What is not known to have been refused is thrown as it came. */
export function pixApi(access: PixAccess) {
  let known: { text: string; until: number } | undefined;
  const tls = {
    cert: access.certificate,
    key: access.certificateKey,
    ...(access.root !== '' && { ca: access.root }),
  };

  function send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { method, headers: { accept: 'application/json', ...headers, ...length }, ...tls };
      const asked = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxAnswerBytes) asked.destroy(new Error('the answer of the Pix provider is too long'));
          else chunks.push(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async function tokenText(): Promise<string> {
    if (known !== undefined && performance.now() < known.until) return known.text;
    const credentials = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope }).toString();
    const { status, text } = await send('POST', access.tokenUrl, headers, form);
    // Nobody has been asked for anything yet: whatever this says is no refusal of what we want.
    if (status !== 200) throw new Error(`The Pix provider gave no access token (status ${status}).`);
    const { access_token, expires_in } = token.parse(JSON.parse(text));
    known = { text: access_token, until: performance.now() + Math.max(1, expires_in - 30) * 1_000 };
    return access_token;
  }

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { authorization: `Bearer ${await tokenText()}`, 'content-type': 'application/json' };
      const { status, text } = await send(method, `${access.url}/${path}`, headers, body && JSON.stringify(body));
      if (status === 401 && attempt === 1) {
        known = undefined; // it was revoked before its time
        continue;
      }
      if (status >= 200 && status < 300) return JSON.parse(text);
      // Too many requests, a conflict with another one or a fault of theirs say nothing about what became of it.
      if (status >= 500 || [401, 403, 408, 409, 429].includes(status))
        throw new Error(`The Pix provider answered ${status}.`);
      throw new PixRefusal(status, titleIn(text));
    }
  }

  async function found<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PixRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  return {
    putCharge: async (txid: string, body: object) => charge.parse(await ask('PUT', `cob/${txid}`, body)),
    removeCharge: async (txid: string) =>
      charge.parse(await ask('PATCH', `cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })),
    charge: (txid: string) => found(async () => charge.parse(await ask('GET', `cob/${txid}`))),
    putRefund: async (endToEndId: string, id: string, valor: string) =>
      refund.parse(await ask('PUT', `pix/${endToEndId}/devolucao/${id}`, { valor })),
    async *received({
      from,
      to,
      isWithRefund = false,
    }: {
      from: Date;
      to: Date;
      isWithRefund?: boolean;
    }): AsyncGenerator<Pix> {
      for (let number = 0, pages = 1; number < pages; number += 1) {
        const query = new URLSearchParams({
          inicio: from.toISOString(),
          fim: to.toISOString(),
          'paginacao.paginaAtual': String(number),
          ...(isWithRefund && { devolucaoPresente: 'true' }),
        });
        const read = page.parse(await ask('GET', `pix?${query.toString()}`));
        pages = Math.min(read.parametros.paginacao.quantidadeDePaginas, 10_000);
        yield* read.pix;
      }
    },
  };
}

function titleIn(text: string): string {
  try {
    const { title } = JSON.parse(text) as { title?: unknown };
    return typeof title === 'string' ? title.slice(0, 100).replace(/[^\p{L}\p{N} .,-]/gu, ' ') : '';
  } catch {
    return '';
  }
}
