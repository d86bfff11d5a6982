import type { VisitView } from '#charging/guests/visit-view.ts';
import type { Language } from '#contract/stations/message.ts';
import { type Html, html } from '../print/html.ts';
import { numbersOf } from '../print/numbers.ts';
import { qrPicture } from '../qr-picture.ts';
import { payTexts } from './pay-texts.ts';

type VisitPage = { title: string; body: Html; isLive: boolean };
type Given = { visit: VisitView; language: Language; timeZone: string; address: string };

/** The page of one visit, from the payment to the receipt. */
export function visitPage(given: Given): VisitPage {
  const { visit, language } = given;
  const text = payTexts[language];
  switch (visit.state) {
    case 'paying':
      return { title: text.payTitle, body: payment(given), isLive: true };
    case 'starting':
      return {
        title: text.startingTitle,
        body: html`<p>${text.starting}</p>${stopButton(given, text.cancelStart)}`,
        isLive: true,
      };
    case 'charging':
      return charging(given);
    case 'ended':
      return { title: text.endedTitle, body: ended(given), isLive: isMoneyMoving(visit) };
    case 'not-started':
    case 'unpaid':
      return givenUp(given);
  }
}

function payment({ visit, language, timeZone, address }: Given): Html {
  const text = payTexts[language];
  const { payment: paying, currency, amount } = visit;
  const numbers = numbersOf(language, timeZone);
  const facts = html`<p class="large">${text.amount} ${numbers.money(amount, currency)}</p>`;
  const way = paying?.action ?? null;
  if (paying === null || way === null)
    return html`${facts}<p>${text.preparing}</p>${stopButton({ visit, language, timeZone, address }, text.cancel)}`;
  const by = html`<p class="quiet">${text.startsBy} ${text.payBy} ${numbers.clock(paying.expiresAt.toISOString())}.</p>`;
  return html`${facts}${action(way, language)}
${paying.isTrial ? html`<form method="post" action="${address}/trial"><button id="trial">${text.payTrial}</button></form>` : null}
${by}${stopButton({ visit, language, timeZone, address }, text.cancel)}`;
}

function action(way: NonNullable<NonNullable<VisitView['payment']>['action']>, language: Language): Html {
  const text = payTexts[language];
  switch (way.kind) {
    case 'code':
      return html`<p>${text.scanPix}</p>
<img class="code" width="240" height="240" alt="${text.codeAlt}" src="data:image/svg+xml;base64,${Buffer.from(qrPicture(way.text)).toString('base64')}">
<p><label for="code">${text.codeLabel}</label><textarea id="code" readonly rows="4">${way.text}</textarea></p>
<p><button id="copy" type="button" data-copy="code" data-done="${text.copied}">${text.copy}</button></p>`;
    case 'redirect':
      return html`<p><a class="button" id="onward" href="${way.url}" rel="noreferrer">${text.toProvider}</a></p>`;
    case 'client-secret':
      return html`<p class="notice">${text.cannotShow}</p>`;
  }
}

function charging(given: Given): VisitPage {
  const { visit, language, timeZone } = given;
  const text = payTexts[language];
  const { session, currency, amount, isStopWanted } = visit;
  const numbers = numbersOf(language, timeZone);
  const { total = null, startedAt = null } = session ?? {};
  if (session !== null && !session.isRunning)
    return { title: text.billingTitle, body: html`<p>${text.billing}</p>`, isLive: true };
  const rows: [string, string | null][] = [
    [text.energy, numbers.kwh(session?.energyWh ?? 0)],
    [text.costSoFar, total === null ? null : numbers.money(total, currency)],
    [text.since, startedAt === null ? null : numbers.clock(startedAt.toISOString())],
    [text.amount, numbers.money(amount, currency)],
  ];
  return {
    title: isStopWanted ? text.stoppingTitle : text.chargingTitle,
    body: html`${list(rows)}${isStopWanted ? null : leaveForm(given)}${isStopWanted ? null : stopButton(given, text.stop)}<p class="quiet">${text.returned}</p>`,
    isLive: true,
  };
}

function ended({ visit, language, timeZone }: Given): Html {
  const text = payTexts[language];
  const { session, payment: paid, currency, paymentReference } = visit;
  const numbers = numbersOf(language, timeZone);
  const money = (amount: string) => numbers.money(amount, currency);
  const total = session?.total ?? null;
  const rows: [string, string | null][] = [
    [text.energy, numbers.kwh(session?.energyWh ?? 0)],
    [text.cost, total === null ? null : money(total)],
    ...moneyRows({ visit, language, timeZone }),
    [text.reference, paymentReference],
  ];
  return html`${list(rows)}
${session === null ? null : html`<p><a class="button" id="receipt" href="/pay/${session.link}/receipt?language=${language}">${text.receipt}</a></p>`}
<p class="quiet">${paid === null ? null : text.keepLink}</p>`;
}

function givenUp(given: Given): VisitPage {
  const { visit, language } = given;
  const text = payTexts[language];
  const { state, why, payment: paid } = visit;
  const isReturned = state === 'not-started' || Number(paid?.paid ?? 0) > 0;
  return {
    title: state === 'unpaid' ? text.unpaidTitle : text.notStartedTitle,
    body: html`<p>${why === null ? null : text.why[why]}</p>${isReturned ? html`<p class="large">${text.allReturned}</p>${list(moneyRows(given))}` : null}
<p class="quiet">${text.scanAgain}</p>`,
    isLive: paid !== null && isMoneyMoving(visit),
  };
}

function moneyRows({
  visit,
  language,
  timeZone,
}: Pick<Given, 'visit' | 'language' | 'timeZone'>): [string, string | null][] {
  const text = payTexts[language];
  const { payment: paid, currency } = visit;
  if (paid === null) return [];
  const money = (amount: string) =>
    Number(amount) === 0 ? null : numbersOf(language, timeZone).money(amount, currency);
  return [
    [text.paid, money(paid.paid)],
    [text.returnedAmount, money(paid.refunded)],
    [text.onItsWay, money(paid.owed)],
  ];
}

function isMoneyMoving({ payment: paid }: VisitView): boolean {
  return paid !== null && ['capturing', 'refunding', 'held', 'paid', 'captured', 'pending'].includes(paid.state);
}

function list(rows: readonly [string, string | null][]): Html {
  return html`<dl>${rows.map(([name, value]) => (value === null ? null : html`<dt>${name}</dt><dd>${value}</dd>\n`))}</dl>`;
}

/** Where the site is planned for: the car is ready by then, and may charge when energy is cheap and there is room. */
function leaveForm({ visit, language, timeZone, address }: Given): Html | null {
  const text = payTexts[language];
  const departsAt = visit.session?.departsAt;
  if (departsAt === undefined) return null;
  const said = departsAt === null ? '' : numbersOf(language, timeZone).clock(departsAt).slice(0, 5);
  return html`<form method="post" action="${address}/leave"><p><label for="leave">${text.leaveAt}</label>
<input id="leave" name="at" type="time" required data-keep value="${said}"></p><button id="leave-now" class="second">${text.sayLeave}</button></form>
<p class="quiet">${departsAt === null ? text.leaveHelp : text.leaveSaid}</p>`;
}

function stopButton({ address }: Given, label: string): Html {
  return html`<form method="post" action="${address}/stop"><button id="stop" class="second">${label}</button></form>`;
}
