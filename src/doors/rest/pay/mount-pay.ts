import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Purchase } from '#charging/guests/make-offer.ts';
import { limitsFromAddress } from '#charging/payment-addresses/address-text.ts';
import type { Language } from '#contract/stations/message.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { html, languageOf, sendPrintPage } from '../print/html.ts';
import { receiptPage } from '../print/receipt-page.ts';
import type { HttpNeeds } from '../route.ts';
import { offerPage, placeOf } from './offer-page.ts';
import { type PayPage, sendPayPage } from './pay-layout.ts';
import { payTexts } from './pay-texts.ts';
import { visitPage } from './visit-page.ts';

const maxBytes = 4_096;
/** Of one network: pages of chargers. Whoever follows what they bought names a link that nobody can guess, and is not counted. */
const reading = { burst: 120, perSecond: 2 };
/** What a code that is not right costs beside: nobody gets far by guessing. */
const wrongCost = 10;
/** Of one network, which a whole operator of phones may share, and of one EVSE. */
const buying = { burst: 60, perSecond: 1 };
const buyingHere = { burst: 10, perSecond: 0.1 };

type Needs = Pick<HttpNeeds, 'charging' | 'config' | 'log'>;
type Place = { stationId: string; evseId: number };

/** Pages for people without an account: they buy at the address of an EVSE, and follow what they bought at an address of their own. */
export async function mountPay(app: FastifyInstance, { charging, config, log }: Needs): Promise<void> {
  const [readers, buyers, places] = [new Limiter(reading), new Limiter(buying), new Limiter(buyingHere)];
  const hide = { schema: { hide: true }, exposeHeadRoute: false };

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setErrorHandler((error, request, reply) => tellError(error, { request, reply, log }));
  app.get('/pay/*', hide, (request, reply) => tellGone(request, reply));

  for (const [name, type] of Object.entries(assets))
    app.get(`/pay/assets/${name}`, hide, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=300').send(contents[name]),
    );

  app.get('/pay/:station/:evse/:code', hide, async (request, reply) => {
    if (!readers.take(networkOfCaller(request))) return tellSlowDown(request, reply);
    const place = placeIn(request);
    const { code = '' } = request.params as { code?: string };
    const offer = place && (await charging.guests.offer(place, code));
    if (place === undefined || offer === undefined) {
      readers.spend(networkOfCaller(request), wrongCost);
      return tellGone(request, reply);
    }
    const language = languageIn(request);
    const [path = ''] = request.url.split('?');
    const { cost, ...limits } = limitsFromAddress(request.query as Record<string, unknown>);
    return sendPayPage(reply, {
      language,
      title: payTexts[language].charge,
      place: placeOf(offer),
      otherLanguage: inOther(request, language),
      body: offerPage({ offer, language, action: path, chosen: { ...limits, amount: cost } }),
    });
  });

  app.post('/pay/:station/:evse/:code', { ...hide, bodyLimit: maxBytes }, async (request, reply) => {
    const place = placeIn(request);
    if (place === undefined) return tellGone(request, reply);
    if (!buyers.take(networkOfCaller(request)) || !places.take(`${place.stationId}\n${place.evseId}`))
      return tellSlowDown(request, reply);
    const link = await charging.guests.buy(place, purchaseIn(request));
    return reply.redirect(`/pay/${link}`, 303);
  });

  app.get('/pay/:link', hide, async (request, reply) => {
    const { link } = request.params as { link: string };
    const visit = await charging.guests.view(link);
    const language = languageIn(request, visit.language);
    const { timeZone } = await charging.tariffs.clockOf(visit.stationId);
    const page = visitPage({ visit, language, timeZone, address: `/pay/${link}` });
    return sendPayPage(reply, {
      ...page,
      language,
      place: `${visit.stationId} · EVSE ${visit.evseId}`,
      otherLanguage: inOther(request, language),
    });
  });

  app.post('/pay/:link/stop', { ...hide, bodyLimit: maxBytes }, async (request, reply) => {
    const { link } = request.params as { link: string };
    await charging.guests.stop(link);
    return reply.redirect(`/pay/${link}`, 303);
  });

  app.post('/pay/:link/leave', { ...hide, bodyLimit: maxBytes }, async (request, reply) => {
    const { link } = request.params as { link: string };
    const { at = '' } = (request.body ?? {}) as { at?: string };
    await charging.guests.leaveAt(link, at);
    return reply.redirect(`/pay/${link}`, 303);
  });

  app.post('/pay/:link/trial', { ...hide, bodyLimit: maxBytes }, async (request, reply) => {
    const { link } = request.params as { link: string };
    if (!(await charging.guests.payTrial(link))) return tellGone(request, reply);
    return reply.redirect(`/pay/${link}`, 303);
  });

  app.get('/pay/:link/receipt', hide, async (request, reply) => {
    const { link } = request.params as { link: string };
    const { receipt, visit } = await charging.guests.receipt(link);
    const language = languageIn(request);
    reply.headers({ 'content-security-policy': receiptPolicy, 'cache-control': 'no-store' });
    // A driver with an account is not named to whoever was given the address.
    const shown = { ...receipt, driver: null };
    return sendPrintPage(reply, receiptPage(shown, language, { visit, operator: config.operatorName || null }));
  });
}

/** A page to print has its style in it, and needs nothing else. */
const receiptPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const assets: Record<string, string> = {
  'pay.css': 'text/css; charset=utf-8',
  'pay.js': 'text/javascript; charset=utf-8',
};
const contents = Object.fromEntries(
  Object.keys(assets).map((name) => [name, readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')]),
);

function networkOfCaller({ raw }: FastifyRequest): string {
  return networkOf(callerAddress(raw));
}

function placeIn({ params }: FastifyRequest): Place | undefined {
  const { station = '', evse = '' } = params as { station?: string; evse?: string };
  const isPlace = station.length > 0 && station.length <= 48 && /^[1-9]\d{0,4}$/.test(evse);
  return isPlace ? { stationId: station, evseId: Number(evse) } : undefined;
}

function languageIn(request: FastifyRequest, usual?: Language): Language {
  const { lang, language } = request.query as { lang?: unknown; language?: unknown };
  const asked = [lang, language].find((each): each is Language => each === 'en' || each === 'pt-BR');
  return asked ?? usual ?? languageOf(undefined, request);
}

function inOther({ url }: FastifyRequest, language: Language): string {
  const [path = '', query = ''] = url.split('?', 2);
  const search = new URLSearchParams(query);
  search.set('lang', language === 'en' ? 'pt-BR' : 'en');
  return `${path}?${search.toString()}`;
}

/** An amount that was typed comes before one that was chosen; a comma is as good as a point. */
function purchaseIn(request: FastifyRequest): Purchase {
  const body = (request.body ?? {}) as Record<string, string | undefined>;
  const { provider = '', ticket = '', much = '', other = '', lang, seconds } = body;
  const typed = other.trim().replace(',', '.');
  const limits = limitsFromAddress({ maxtime: seconds });
  const kwh = /^k\d{1,3}(\.\d{1,3})?$/.test(much) ? Number(much.slice(1)) : undefined;
  const chosen = much.startsWith('a') ? much.slice(1) : undefined;
  const amount = typed === '' ? chosen : typed;
  return {
    provider,
    ticket,
    language: lang === 'pt-BR' ? 'pt-BR' : 'en',
    limits,
    ...(amount !== undefined && { amount }),
    ...(typed === '' && kwh !== undefined && { kwh }),
  };
}

function message(
  request: FastifyRequest,
  given: Pick<PayPage, 'title' | 'status'> & { text: string; language: Language },
): PayPage {
  const { text, ...page } = given;
  return { ...page, place: null, otherLanguage: inOther(request, page.language), body: html`<p>${text}</p>` };
}

function tellGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageIn(request);
  const { goneTitle: title, gone: text } = payTexts[language];
  return sendPayPage(reply, message(request, { language, title, text, status: 404 }));
}

function tellSlowDown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageIn(request);
  const { slowDownTitle: title, slowDown: text } = payTexts[language];
  return sendPayPage(reply.header('retry-after', '60'), message(request, { language, title, text, status: 429 }));
}

type Failing = { request: FastifyRequest; reply: FastifyReply; log: HttpNeeds['log'] };

/** What somebody can do about it is said; everything else is in the log. */
function tellError(error: unknown, { request, reply, log }: Failing): FastifyReply {
  const language = languageIn(request);
  const { refusedTitle: title, unavailable, gone, slowDown } = payTexts[language];
  const code = error instanceof SigecError ? error.code : null;
  if (code === 'NOT_FOUND') return tellGone(request, reply);
  const state =
    error instanceof SigecError ? (error.details?.['state'] as keyof typeof unavailable | undefined) : undefined;
  const known = {
    NOT_ALLOWED: [403, gone],
    CONFLICT: [409, (state && unavailable[state]) ?? gone],
    INVALID_INPUT: [400, null],
  } as const;
  const row = code !== null && code in known ? known[code as keyof typeof known] : undefined;
  if (row === undefined) log.error({ err: error }, 'a payment page failed');
  const [status, text] = row ?? [500, slowDown];
  return sendPayPage(reply, message(request, { language, title, text: text ?? (error as Error).message, status }));
}
