import type { FastifyReply } from 'fastify';
import type { Language } from '#contract/stations/message.ts';
import { Html, html } from '../print/html.ts';
import { payTexts } from './pay-texts.ts';

export type PayPage = {
  language: Language;
  title: string;
  /** Where somebody is: a site and a station. */
  place: string | null;
  body: Html;
  /** The page changes by itself, and is asked again until it does not. */
  isLive?: boolean;
  /** The same page in the other language. */
  otherLanguage: string;
  status?: number;
};

/** No script but ours, nothing from elsewhere, no frame around it; pictures are our own codes. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPayPage(reply: FastifyReply, page: PayPage): FastifyReply {
  const { language, title, place, body, isLive = false, otherLanguage, status = 200 } = page;
  const other: Language = language === 'en' ? 'pt-BR' : 'en';
  const refresh = isLive ? new Html('<noscript><meta http-equiv="refresh" content="4"></noscript>') : null;
  const whole = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/pay/assets/pay.css">${refresh}
<script src="/pay/assets/pay.js" defer></script></head>
<body><header>${place === null ? null : html`<p>${place}</p>`}</header>
<p id="said" role="status" class="unseen"></p>
<main id="page" data-live="${isLive ? 'yes' : 'no'}"><h1>${title}</h1>
${body}</main>
<footer><a href="${otherLanguage}" hreflang="${other}" lang="${other}">${payTexts[language].otherLanguage}</a></footer></body></html>
`;
  return reply
    .status(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(whole.text);
}
