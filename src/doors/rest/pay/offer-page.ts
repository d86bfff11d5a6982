import type { Offer } from '#charging/guests/offer.ts';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Language } from '#contract/stations/message.ts';
import { type Html, html } from '../print/html.ts';
import { type Numbers, numbersOf } from '../print/numbers.ts';
import { payTexts } from './pay-texts.ts';

type Chosen = { amount?: string | undefined; energyWh?: number | undefined; seconds?: number | undefined };

type OfferView = {
  offer: Offer & { ticket: string };
  language: Language;
  /** Where the choice is sent. */
  action: string;
  /** What the driver chose at the station. */
  chosen: Chosen;
};

export function placeOf({ site, stationId, evseId }: Pick<Offer, 'site' | 'stationId' | 'evseId'>): string {
  return [site?.name, ...(site?.address ?? []), `${stationId} · EVSE ${evseId}`].filter(Boolean).join(', ');
}

/** What it costs and how much somebody wants: all that is asked before paying. */
export function offerPage(view: OfferView): Html {
  const { offer, language } = view;
  const text = payTexts[language];
  const { tariff, state } = offer;
  const numbers = numbersOf(language, offer.timeZone);
  return html`${tariff === null ? null : prices(tariff.terms, { rowsNow: tariff.rowsNow, language, numbers })}
${state === 'free' && tariff !== null ? choice(view, tariff.terms.currency, numbers) : html`<p class="notice">${state === 'free' ? text.noWay : text.unavailable[state]}</p><p><a class="button" href="">${text.tryAgain}</a></p>`}`;
}

type PriceWords = { rowsNow: readonly number[]; language: Language; numbers: Numbers };

function prices(terms: TariffTerms, { rowsNow, language, numbers }: PriceWords): Html {
  const text = payTexts[language];
  const money = (amount: string) => numbers.money(amount, terms.currency);
  const row = (each: PriceRow) => rowPrices(each, terms, language).map((line) => html`<li>${line}</li>`);
  const others = terms.prices.flatMap((each, index) => (rowsNow.includes(index) ? [] : [each]));
  const always = [
    ...(isNothing(terms.sessionFee) ? [] : [`${money(terms.sessionFee)} ${text.perSession}`]),
    ...(terms.minimum === null ? [] : [`${text.atLeast} ${money(terms.minimum)}`]),
    ...(terms.maximum === null ? [] : [`${text.atMost} ${money(terms.maximum)}`]),
  ];
  const held = terms.prices.filter((_each, index) => rowsNow.includes(index));
  const taxes = terms.taxes.map(({ name, percent }) => `${name} ${numbers.decimal(percent)} %`).join(', ');
  const notes = [
    ...(taxes === '' ? [] : [`${terms.taxIncluded ? text.taxesIncluded : text.taxesAdded} ${taxes}`]),
    ...(terms.energyStepWh > 1 ? [text.energySteps(terms.energyStepWh)] : []),
    ...(terms.timeStepSeconds > 1 ? [text.timeSteps(terms.timeStepSeconds)] : []),
  ];
  const isFree = always.length === 0 && terms.prices.every((each) => rowPrices(each, terms, language).length === 0);
  if (isFree)
    return html`<section aria-labelledby="price"><h2 id="price">${text.price}</h2><p>${text.free}</p></section>`;
  return html`<section aria-labelledby="price"><h2 id="price">${others.length === 0 ? text.price : `${text.price}: ${text.now}`}</h2>
<ul class="prices">${held.map(row)}${always.map((line) => html`<li>${line}</li>`)}</ul>
${others.length === 0 ? null : html`<details><summary>${text.otherTimes}</summary>${others.map((each) => html`<p>${labelOf(each, text.otherwise)}</p><ul>${row(each)}</ul>`)}</details>`}
${notes.map((note) => html`<p class="quiet">${note}</p>`)}</section>`;
}

function rowPrices(row: PriceRow, terms: TariffTerms, language: Language): string[] {
  const text = payTexts[language];
  const money = (amount: string) => numbersOf(language, 'UTC').money(amount, terms.currency);
  const grace = terms.idleGraceMinutes === 0 ? '' : text.idleGrace(terms.idleGraceMinutes);
  const { perKwh, perMinute, perIdleMinute } = row;
  return [
    ...(isNothing(perKwh) ? [] : [`${money(perKwh)} ${text.perKwh}`]),
    ...(isNothing(perMinute) ? [] : [`${money(perMinute)} ${text.perMinute}`]),
    ...(perIdleMinute === null || isNothing(perIdleMinute)
      ? []
      : [`${money(perIdleMinute)} ${text.perIdleMinute}${grace}`]),
  ];
}

function isNothing(amount: string): boolean {
  return Number(amount) === 0;
}

/** In the tariff's own words: its name, else when it holds. */
function labelOf(
  { name, days, hours, season, fromKwh, toKwh, fromMinutes, toMinutes }: PriceRow,
  otherwise: string,
): string {
  if (name !== null) return name;
  const parts = [
    season,
    days?.join(', '),
    hours,
    Number(fromKwh) > 0 || toKwh !== null ? `${fromKwh}–${toKwh ?? '∞'} kWh` : null,
    fromMinutes > 0 || toMinutes !== null ? `${fromMinutes}–${toMinutes ?? '∞'} min` : null,
  ];
  return parts.filter(Boolean).join(' · ') || otherwise;
}

function choice({ offer, language, action, chosen }: OfferView, currency: string, numbers: Numbers): Html {
  const text = payTexts[language];
  if (offer.ways.length === 0) return html`<p class="notice">${text.noWay}</p>`;
  const own = chosen.amount ?? null;
  const amounts = own === null || offer.amounts.includes(own) ? offer.amounts : [own, ...offer.amounts];
  const kwh = chosen.energyWh === undefined ? null : chosen.energyWh / 1000;
  const energies = kwh === null || offer.energiesKwh.includes(kwh) ? offer.energiesKwh : [kwh, ...offer.energiesKwh];
  const first = kwh === null ? `a${own ?? amounts[0]}` : `k${kwh}`;
  const option = (value: string, label: string) =>
    html`<label class="chip"><input type="radio" name="much" value="${value}"${value === first ? checked : null}><span>${label}</span></label>`;
  return html`<form method="post" action="${action}"><input type="hidden" name="ticket" value="${offer.ticket}"><input type="hidden" name="lang" value="${language}">
${chosen.seconds === undefined ? null : html`<input type="hidden" name="seconds" value="${chosen.seconds}">`}
<fieldset><legend>${text.howMuch}</legend><div class="chips">
${amounts.map((amount) => option(`a${amount}`, numbers.money(amount, currency)))}
${energies.map((each) => option(`k${each}`, `${numbers.decimal(String(each))} kWh`))}</div>
<p><label for="other">${text.anotherAmount} (${currency})</label> <input id="other" name="other" inputmode="decimal" autocomplete="off" maxlength="9"></p></fieldset>
<p class="quiet">${text.returned}</p>
<div class="ways">${offer.ways.map(
    ({
      provider,
      method,
      isTrial,
    }) => html`<button name="provider" value="${provider}">${wordFor(method, language)}</button>
${isTrial ? html`<p class="quiet">${text.trial}</p>` : null}`,
  )}</div></form>`;
}

const checked = html` checked`;

function wordFor(method: string, language: Language): string {
  const { payWith } = payTexts[language];
  return method === 'pix' || method === 'card' ? payWith[method] : payWith.other(method);
}
