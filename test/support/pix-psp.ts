import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Strike, strikes } from './strike.ts';
import { testAuthority } from './tls-certificates.ts';

type Refund = {
  id: string;
  rtrId: string;
  valor: string;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  natureza: string;
  horario: { solicitacao: string; liquidacao?: string };
};
type Pix = { endToEndId: string; txid: string; valor: string; horario: string; devolucoes: Refund[] };
type Charge = {
  txid: string;
  status: string;
  valor: { original: string };
  expiracao: number;
  location: string;
  pix: Pix[];
};

/** A payment service provider as the open interface of Pix describes one: OAuth2 over mTLS, cob, pix, devolução. */
export type PixPsp = AsyncDisposable & {
  /** All that a client is given. */
  access: {
    url: string;
    tokenUrl: string;
    clientId: string;
    clientSecret: string;
    certificate: string;
    certificateKey: string;
    root: string;
  };
  charges: Map<string, Charge>;
  /** For the next requests besides those for tokens, in turn. */
  faults: ('lose-answer' | 500 | 429 | null)[];
  /** What becomes of refunds at first. */
  refundsBecome: Refund['status'];
  requests: string[];
  strike: Strike | undefined;
  /** The payer pays, whatever became of the charge: banks let it through. */
  pay(txid: string, at?: Date): string;
  endRefund(endToEndId: string, id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO'): void;
  /** The banks give a payment back, unasked. */
  clawBack(endToEndId: string, valor: string): void;
  revokeTokens(): void;
  /** What the account has moved, in centavos. */
  balance(): bigint;
};

const centavos = (valor: string) => BigInt(valor.replace('.', ''));

export async function openPixPsp(now: () => Date = () => new Date()): Promise<PixPsp> {
  const authority = await testAuthority();
  const server = await authority.issue();
  const client = await authority.issue({ names: ['sigec.example'] });
  const charges = new Map<string, Charge>();
  const faults: PixPsp['faults'] = [];
  const requests: string[] = [];
  let tokens = new Set<string>();
  const psp: Pick<PixPsp, 'refundsBecome' | 'strike'> = { refundsBecome: 'DEVOLVIDO', strike: undefined };
  const pixes = () => [...charges.values()].flatMap(({ pix }) => pix);

  const listening = createServer(
    {
      key: server.key,
      cert: server.certificate + '\n' + authority.intermediate,
      ca: [authority.root, authority.intermediate],
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => void serve(request, response),
  );

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const url = new URL(request.url ?? '/', 'https://psp');
    if (!(request.socket as TLSSocket).authorized) return send(403, { title: 'Acesso Negado' });
    if (url.pathname === '/oauth/token') {
      const isOurs = request.headers.authorization === `Basic ${Buffer.from('sigec:segredo').toString('base64')}`;
      if (!isOurs) return send(401, { title: 'Acesso Negado' });
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      return send(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return send(401, { title: 'Acesso Negado' });
    requests.push(`${request.method} ${url.pathname}`);
    const strike = strikes(psp, `${request.method} ${url.pathname}`);
    if (strike?.isTaken === false) {
      await strike.kill();
      return void response.destroy();
    }
    const fault = faults.shift() ?? null;
    if (typeof fault === 'number') return send(fault, { title: 'Indisponível' });
    const text = Buffer.concat(chunks).toString();
    const [status, body] = handled(
      request.method ?? '',
      url,
      text === '' ? {} : (JSON.parse(text) as Record<string, never>),
    );
    await strike?.kill();
    if (strike !== undefined || fault === 'lose-answer') return void response.destroy();
    send(status, body);
  }

  function handled(method: string, url: URL, body: Record<string, unknown>): [number, object] {
    const [, , kind, id = '', part, refundId = ''] = url.pathname.split('/');
    if (kind === 'cob') return ofCharge(method, id, body);
    if (kind !== 'pix') return [404, { title: 'Não Encontrado' }];
    if (id === '') return [200, listed(url.searchParams)];
    const pix = pixes().find(({ endToEndId }) => endToEndId === id);
    if (pix === undefined) return [404, { title: 'Não Encontrado' }];
    if (part === 'devolucao') return refunded(method, pix, refundId, body);
    return [200, pix];
  }

  function ofCharge(method: string, txid: string, body: Record<string, unknown>): [number, object] {
    const charge = charges.get(txid);
    if (method === 'PUT') {
      const valor = body['valor'] as { original: string };
      const { expiracao } = body['calendario'] as { expiracao: number };
      if (!/^[a-zA-Z0-9]{26,35}$/.test(txid) || !/^\d{1,10}\.\d{2}$/.test(valor.original) || expiracao < 1)
        return [400, { title: 'Cobrança inválida' }];
      if (charge !== undefined) return [409, { title: 'txid já usado' }];
      const location = `pix.example.com/qr/v2/${randomBytes(16).toString('hex')}`;
      charges.set(txid, { txid, status: 'ATIVA', valor, expiracao, location, pix: [] });
      return [201, shown(txid)];
    }
    if (charge === undefined) return [404, { title: 'Cobrança não encontrada' }];
    if (method === 'PATCH') {
      if (charge.status !== 'ATIVA') return [400, { title: 'Cobrança não está ativa' }];
      charge.status = String(body['status']);
    }
    return [200, shown(txid)];
  }

  function shown(txid: string): object {
    const { expiracao, location, ...charge } = charges.get(txid) ?? ({} as Charge);
    return {
      ...charge,
      calendario: { criacao: now().toISOString(), expiracao },
      loc: { id: 1, location, tipoCob: 'cob' },
      location,
    };
  }

  function refunded(method: string, pix: Pix, id: string, body: Record<string, unknown>): [number, object] {
    const known = pix.devolucoes.find((each) => each.id === id);
    if (method !== 'PUT') return known === undefined ? [404, { title: 'Não Encontrado' }] : [200, known];
    if (known !== undefined) return [400, { title: 'Devolução já existe' }]; // some refuse what they have done
    const back = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, { valor }) => sum + centavos(valor), 0n);
    const valor = String(body['valor']);
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id) || centavos(valor) + back > centavos(pix.valor))
      return [400, { title: 'Devolução inválida' }];
    const at = now().toISOString();
    const status = psp.refundsBecome;
    const horario = { solicitacao: at, ...(status === 'DEVOLVIDO' && { liquidacao: at }) };
    const refund = { id, rtrId: `D${randomBytes(15).toString('hex')}`, valor, status, natureza: 'ORIGINAL', horario };
    pix.devolucoes.push(refund);
    return [201, { ...refund }];
  }

  /** Two to a page, so that pages are turned. */
  function listed(query: URLSearchParams): object {
    const [from, to] = ['inicio', 'fim'].map((name) => new Date(query.get(name) ?? ''));
    const all = pixes()
      .filter(
        ({ horario }) => from !== undefined && to !== undefined && new Date(horario) >= from && new Date(horario) <= to,
      )
      .filter(({ devolucoes }) => query.get('devolucaoPresente') !== 'true' || devolucoes.length > 0);
    const number = Number(query.get('paginacao.paginaAtual') ?? 0);
    const paginacao = {
      paginaAtual: number,
      itensPorPagina: 2,
      quantidadeDePaginas: Math.ceil(all.length / 2),
      quantidadeTotalDeItens: all.length,
    };
    return {
      parametros: { inicio: query.get('inicio'), fim: query.get('fim'), paginacao },
      pix: all.slice(number * 2, number * 2 + 2),
    };
  }

  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const origin = `https://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return Object.assign(psp, {
    access: {
      url: `${origin}/v2`,
      tokenUrl: `${origin}/oauth/token`,
      clientId: 'sigec',
      clientSecret: 'segredo',
      certificate: client.certificate + '\n' + authority.intermediate,
      certificateKey: client.key,
      root: authority.root,
    },
    charges,
    faults,
    requests,
    pay(txid: string, at = now()) {
      const charge = charges.get(txid);
      if (charge === undefined) throw new Error('nobody can pay what is not there');
      const endToEndId = `E${randomBytes(16).toString('hex').slice(0, 31)}`;
      charge.pix.push({ endToEndId, txid, valor: charge.valor.original, horario: at.toISOString(), devolucoes: [] });
      if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA';
      return endToEndId;
    },
    endRefund(endToEndId: string, id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO') {
      const refund = pixes()
        .find((pix) => pix.endToEndId === endToEndId)
        ?.devolucoes.find((each) => each.id === id);
      if (refund !== undefined)
        Object.assign(refund, { status, horario: { ...refund.horario, liquidacao: now().toISOString() } });
    },
    clawBack(endToEndId: string, valor: string) {
      const at = now().toISOString();
      pixes()
        .find((pix) => pix.endToEndId === endToEndId)
        ?.devolucoes.push({
          id: `med${randomBytes(8).toString('hex')}`,
          rtrId: `D${randomBytes(15).toString('hex')}`,
          valor,
          status: 'DEVOLVIDO',
          natureza: 'MED_FRAUDE',
          horario: { solicitacao: at, liquidacao: at },
        });
    },
    revokeTokens() {
      tokens = new Set();
    },
    balance() {
      return pixes().reduce(
        (sum, { valor, devolucoes }) =>
          devolucoes.reduce(
            (left, each) => (each.status === 'DEVOLVIDO' ? left - centavos(each.valor) : left),
            sum + centavos(valor),
          ),
        0n,
      );
    },
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections();
      await new Promise<void>((resolve) => {
        listening.close(() => resolve());
      });
    },
  });
}
