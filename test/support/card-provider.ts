import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Strike, strikes } from './strike.ts';

type Status = 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'canceled' | 'succeeded';
export type CardIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: string;
  status: Status;
  created: number;
  metadata: Record<string, string>;
  next_action: object | null;
  latest_charge?: object | null;
};
type CardRefund = {
  id: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: string;
  metadata: Record<string, string>;
};
type CardSession = {
  id: string;
  status: string;
  url: string;
  client_reference_id: string;
  payment_intent: string | null;
  created: number;
  form: URLSearchParams;
};
type CardDispute = {
  id: string;
  object: 'dispute';
  payment_intent: string;
  metadata: Record<string, string>;
  balance_transactions: { id: string; type: string; amount: number; fee: number; created: number }[];
};
type Answer = { status: number; body: object };
/** What befalls the next request: it is done and its answer is lost, or it is not done at all. */
export type CardFault = 'lose-answer' | 'lose-request' | 500 | 429;

/** A card provider as Stripe's HTTP interface is: forms, idempotency keys, PaymentIntents that are held, captured, cancelled. */
export type CardProvider = AsyncDisposable & {
  url: string;
  intents: Map<string, CardIntent>;
  refunds: string[];
  /** For the next requests, in turn; null: it goes well. */
  faults: (CardFault | null)[];
  requests: string[];
  strike: Strike | undefined;
  sessions: Map<string, CardSession>;
  refundObjects: CardRefund[];
  /** The payer fills in the provider's own page. */
  payOnPage(reference: string): void;
  /** The payer's bank takes the money back, for which the provider charges a fee. */
  dispute(intentId: string): CardDispute;
  /** It was wrong to: the money comes again. */
  winDispute(intentId: string): CardDispute;
  /** An event as the provider signs it. */
  event(object: object, at?: Date): { body: string; signature: string };
  /** The buyer has answered what their bank asked. */
  authenticate(id: string): void;
  /** What buyers have paid, and what is held of theirs. */
  books(): { captured: number; held: number };
};

export const cardKey = 'sk_test_of_the_tests';
export const cardWebhookSecret = 'whsec_of_the_tests';

export async function openCardProvider(): Promise<CardProvider> {
  const intents = new Map<string, CardIntent>();
  const refunds: string[] = [];
  const refundObjects: CardRefund[] = [];
  const disputes = new Map<string, CardDispute>();
  const sessions = new Map<string, CardSession>();
  const faults: (CardFault | null)[] = [];
  const requests: string[] = [];
  const deadly: { strike: Strike | undefined } = { strike: undefined };
  const answers = new Map<string, { params: string; answer: Answer }>();

  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://provider');
    requests.push(`${request.method} ${url.pathname}`);
    const strike = strikes(deadly, `${request.method} ${url.pathname}`);
    if (strike?.isTaken === true) handled(request, url, form);
    if (strike !== undefined) {
      await strike.kill();
      return void response.destroy();
    }
    const fault = faults.shift() ?? null;
    if (fault === 'lose-request') return void response.destroy();
    if (typeof fault === 'number') return send(response, { status: fault, body: errorOf('api_error') });
    const answer = handled(request, url, form);
    if (fault === 'lose-answer') return void response.destroy();
    send(response, answer);
  }

  function handled(request: IncomingMessage, url: URL, form: string): Answer {
    if (request.headers.authorization !== `Bearer ${cardKey}`)
      return { status: 401, body: errorOf('invalid_request_error') };
    const key = request.headers['idempotency-key']?.toString();
    const params = `${request.method} ${url.pathname} ${form}`;
    const known = key === undefined ? undefined : answers.get(key);
    if (known !== undefined)
      return known.params === params ? known.answer : { status: 400, body: errorOf('idempotency_error') };
    const answer = work(request.method ?? '', url, new URLSearchParams(form));
    if (key !== undefined) answers.set(key, { params, answer });
    return answer;
  }

  function work(method: string, url: URL, form: URLSearchParams): Answer {
    const [, , kind, id, action] = url.pathname.split('/');
    if (kind === 'refunds')
      return method === 'POST' ? refund(form) : pageOf(refundsOf(url.searchParams), url.searchParams);
    if (kind === 'checkout')
      return ofSession({ method, id: action, action: url.pathname.split('/')[5] }, form, url.searchParams);
    if (kind === 'disputes') {
      const about = disputes.get(url.searchParams.get('payment_intent') ?? '');
      return pageOf(about === undefined ? [] : [about], url.searchParams);
    }
    if (kind === 'balance_transactions') return pageOf(balanceLines(url.searchParams), url.searchParams);
    if (kind !== 'payment_intents') return { status: 404, body: errorOf('invalid_request_error') };
    if (id === undefined) return method === 'POST' ? create(form) : list(url.searchParams);
    const intent = intents.get(id);
    if (intent === undefined) return { status: 404, body: errorOf('invalid_request_error', 'resource_missing') };
    if (action === undefined) return { status: 200, body: whole(intent) };
    const unexpected = { status: 400, body: errorOf('invalid_request_error', 'payment_intent_unexpected_state') };
    if (action === 'capture') {
      if (intent.status !== 'requires_capture') return unexpected;
      const wanted = Number(form.get('amount_to_capture') ?? intent.amount_capturable);
      if (wanted > intent.amount_capturable) return unexpected;
      Object.assign(intent, { status: 'succeeded', amount_received: wanted, amount_capturable: 0 });
    } else if (action === 'increment_authorization') {
      if (intent.status !== 'requires_capture') return unexpected;
      const amount = Number(form.get('amount'));
      Object.assign(intent, { amount, amount_capturable: amount });
    } else if (action === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected;
      Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    } else return { status: 404, body: errorOf('invalid_request_error') };
    return { status: 200, body: { ...intent } };
  }

  function whole(intent: CardIntent): object {
    const fee = Math.ceil(intent.amount_received * 0.03);
    const charge = {
      id: `ch_${intent.id}`,
      created: intent.created,
      disputed: disputes.has(intent.id),
      balance_transaction: { created: intent.created, fee },
    };
    return { ...intent, latest_charge: intent.status === 'succeeded' ? charge : null };
  }

  function refund(form: URLSearchParams): Answer {
    const id = form.get('payment_intent') ?? '';
    const intent = intents.get(id);
    if (intent?.status !== 'succeeded') return { status: 400, body: errorOf('invalid_request_error') };
    const back = refundObjects.filter((each) => each.payment_intent === id).reduce((sum, each) => sum + each.amount, 0);
    const amount = Number(form.get('amount') ?? intent.amount_received);
    if (amount > intent.amount_received - back)
      return { status: 400, body: errorOf('invalid_request_error', 'amount_too_large') };
    refunds.push(id);
    const made = { id: `re_${randomUUID()}`, payment_intent: id, amount, created: Math.floor(Date.now() / 1000) };
    const whole = { ...made, object: 'refund', status: 'succeeded', metadata: metadataOf(form) };
    refundObjects.push(whole);
    return { status: 200, body: whole };
  }

  function refundsOf(query: URLSearchParams): CardRefund[] {
    return refundObjects.filter((each) => each.payment_intent === query.get('payment_intent'));
  }

  function ofSession(
    { method, id, action }: { method: string; id: string | undefined; action: string | undefined },
    form: URLSearchParams,
    query: URLSearchParams,
  ): Answer {
    if (id === undefined && method === 'POST') {
      const created = Math.floor(Date.now() / 1000);
      const made = { id: `cs_${randomUUID()}`, status: 'open', created, payment_intent: null, form };
      const session = {
        ...made,
        client_reference_id: form.get('client_reference_id') ?? '',
        url: `https://checkout.example/${made.id}`,
      };
      sessions.set(session.id, session);
      return { status: 200, body: session };
    }
    if (id === undefined) return pageOf([...sessions.values()], query);
    const session = sessions.get(id);
    if (session === undefined) return { status: 404, body: errorOf('invalid_request_error', 'resource_missing') };
    if (action === 'expire') {
      if (session.status !== 'open') return { status: 400, body: errorOf('invalid_request_error') };
      session.status = 'expired';
    }
    const intent = intents.get(session.payment_intent ?? '');
    return { status: 200, body: { ...session, payment_intent: intent === undefined ? null : whole(intent) } };
  }

  function balanceLines(query: URLSearchParams): { id: string }[] {
    const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))];
    const charges = [...intents.values()]
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, amount_received: amount, currency, created, metadata }) => ({
        id: `txn_${id}`,
        type: 'charge',
        amount,
        fee: Math.ceil(amount * 0.03),
        currency,
        created,
        source: { id: `ch_${id}`, payment_intent: id, metadata },
      }));
    const back = refundObjects.map(({ id, amount, created, payment_intent, metadata }) => ({
      id: `txn_${id}`,
      type: 'refund',
      amount: -amount,
      fee: 0,
      created,
      source: { id, payment_intent, metadata },
      currency: intents.get(payment_intent)?.currency ?? '',
    }));
    const disputed = [...disputes.values()].flatMap(({ balance_transactions: lines, ...source }) =>
      lines.map((line) => ({ ...line, currency: intents.get(source.payment_intent)?.currency ?? '', source })),
    );
    return [...charges, ...back, ...disputed].filter(({ created }) => created >= from && created < to);
  }

  function pageOf(all: { id: string }[], query: URLSearchParams): Answer {
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = all.slice(from, from + Math.min(Number(query.get('limit') ?? 10), 2)); // pages are short, so that they are turned
    return { status: 200, body: { object: 'list', data, has_more: from + data.length < all.length } };
  }

  function create(form: URLSearchParams): Answer {
    const method = form.get('payment_method') ?? '';
    const amount = Number(form.get('amount'));
    if (!Number.isInteger(amount) || amount < 1 || form.get('confirm') !== 'true')
      return { status: 400, body: errorOf('invalid_request_error', 'parameter_invalid_integer') };
    const outcome = outcomes[method];
    if (outcome === undefined) return { status: 400, body: errorOf('invalid_request_error', 'resource_missing') };
    const intent: CardIntent = {
      id: `pi_${randomUUID()}`,
      object: 'payment_intent',
      amount,
      currency: form.get('currency') ?? '',
      capture_method: form.get('capture_method') ?? '',
      status: outcome,
      created: Math.floor(Date.now() / 1000),
      amount_capturable: outcome === 'requires_capture' ? amount : 0,
      amount_received: 0,
      metadata: metadataOf(form),
      next_action:
        outcome === 'requires_action'
          ? {
              type: 'redirect_to_url',
              redirect_to_url: { url: 'https://bank.example/3ds', return_url: form.get('return_url') },
            }
          : null,
    };
    intents.set(intent.id, intent);
    if (outcome === 'requires_payment_method')
      return {
        status: 402,
        body: { error: { ...errorOf('card_error', 'card_declined').error, payment_intent: intent } },
      };
    return { status: 200, body: { ...intent } };
  }

  function list(query: URLSearchParams): Answer {
    const since = Number(query.get('created[gte]') ?? 0);
    return pageOf([...intents.values()].filter(({ created }) => created >= since).toReversed(), query);
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(deadly, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    refunds,
    faults,
    requests,
    sessions,
    refundObjects,
    payOnPage(reference: string) {
      const session = [...sessions.values()].find(({ client_reference_id: id }) => id === reference);
      if (session?.status !== 'open') throw new Error('there is no open page to pay on');
      const amount = Number(session.form.get('line_items[0][price_data][unit_amount]'));
      const id = `pi_${randomUUID()}`;
      const metadata = { payment: session.form.get('payment_intent_data[metadata][payment]') ?? '' };
      intents.set(id, {
        id,
        object: 'payment_intent',
        amount,
        amount_capturable: amount,
        amount_received: 0,
        metadata,
        next_action: null,
        currency: session.form.get('line_items[0][price_data][currency]') ?? '',
        capture_method: 'manual',
        status: 'requires_capture',
        created: Math.floor(Date.now() / 1000),
      });
      Object.assign(session, { status: 'complete', payment_intent: id });
    },
    dispute(intentId: string) {
      const amount = -(intents.get(intentId)?.amount_received ?? 0);
      const about = { id: `dp_${randomUUID()}`, object: 'dispute' as const, payment_intent: intentId, metadata: {} };
      const made = { ...about, balance_transactions: [adjustment({ amount, fee: 1_500 })] };
      disputes.set(intentId, made);
      return made;
    },
    winDispute(intentId: string) {
      const lost = disputes.get(intentId);
      if (lost === undefined) throw new Error('there is no dispute to win');
      const amount = -(lost.balance_transactions[0]?.amount ?? 0);
      lost.balance_transactions.push(adjustment({ amount, fee: 0 }));
      return lost;
    },
    event(object: object, at = new Date()) {
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', data: { object } });
      const seconds = Math.floor(at.getTime() / 1000);
      const hash = createHmac('sha256', cardWebhookSecret).update(`${seconds}.${body}`).digest('hex');
      return { body, signature: `t=${seconds},v1=${hash}` };
    },
    authenticate(id: string) {
      const intent = intents.get(id);
      if (intent !== undefined)
        Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount, next_action: null });
    },
    books() {
      const all = [...intents.values()];
      const back = refundObjects.reduce((sum, each) => sum + each.amount, 0);
      return {
        captured: all.reduce((sum, each) => sum + each.amount_received, 0) - back,
        held: all.reduce((sum, each) => sum + each.amount_capturable, 0),
      };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  });
}

function adjustment(moved: { amount: number; fee: number }) {
  return { id: `txn_${randomUUID()}`, type: 'adjustment', ...moved, created: Math.floor(Date.now() / 1000) };
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]): [string, string][] => {
      const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return inner === undefined ? [] : [[inner, value]];
    }),
  );
}

const outcomes: Record<string, Status> = {
  pm_card_visa: 'requires_capture',
  pm_card_chargeDeclined: 'requires_payment_method',
  pm_card_authenticationRequired: 'requires_action',
};

function errorOf(type: string, code?: string) {
  return { error: { type, ...(code !== undefined && { code }), message: 'As the provider words it.' } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` });
  response.end(JSON.stringify(body));
}
