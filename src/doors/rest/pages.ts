import type { FastifyReply, FastifyRequest } from 'fastify';
import { byLanguage } from '#base/by-language.ts';
import type { SigecError } from '#base/errors.ts';
import { inWords, type Sentence } from '#contract/problems/problem-words.ts';
import { escapeHtml } from '#doors/http-server/escape-html.ts';

/** The few pages that are not the console: each says one thing and needs no script. */
export type Page = { language: 'en' | 'pt-BR'; title: string; body: string };

const texts = byLanguage({
  keyTitle: ['You are signed in', 'Você entrou'],
  keyText: [
    'This is your administrator key. It is shown this once: keep it where you keep passwords. It signs you in elsewhere too.',
    'Esta é a sua chave de administrador. Ela aparece só esta vez: guarde-a onde você guarda senhas. Ela também serve para entrar de outros lugares.',
  ],
  toConsole: ['Open the console', 'Abrir o console'],
  refusedTitle: ['This link no longer works', 'Este link não funciona mais'],
  refusedText: [
    'It was used before, or an hour has passed. Sign in with your key, or start SIGEC again: while there is no administrator it prints a new link.',
    'Ele já foi usado ou passou uma hora. Entre com a sua chave ou inicie o SIGEC de novo: enquanto não houver administrador, ele mostra um link novo.',
  ],
  connectTitle: ['This program cannot be connected', 'Este programa não pode ser conectado'],
  connectText: [
    'It sent you here with a request that is not in order. Nothing was allowed. For whoever runs the program:',
    'Ele enviou você para cá com um pedido que não está em ordem. Nada foi autorizado. Para quem cuida do programa:',
  ],
  connectBack: ['Go back to', 'Voltar para'],
  toSignIn: ['Sign in with a key', 'Entrar com uma chave'],
  goOnTitle: ['You are signed in', 'Você entrou'],
  oidcTitle: ['You could not be signed in', 'Não foi possível entrar'],
  otherWay: ['Sign in another way', 'Entrar de outro modo'],
  missingTitle: ['The console is not built yet', 'O console ainda não foi construído'],
  missingText: [
    'Run this command where SIGEC is installed, then load the page again:',
    'Execute este comando onde o SIGEC está instalado e carregue a página de novo:',
  ],
});

/** Shows the first administrator's key, once. */
export function keyPage(request: FastifyRequest, secret: string): Page {
  const { language, text } = textFor(request);
  const body = `<p>${text.keyText}</p><pre>${escapeHtml(secret)}</pre><p><a href="/">${text.toConsole}</a></p>`;
  return { language, title: text.keyTitle, body };
}

export function linkRefusedPage(request: FastifyRequest): Page {
  const { language, text } = textFor(request);
  return {
    language,
    title: text.refusedTitle,
    body: `<p>${text.refusedText}</p><p><a href="/sign-in">${text.toSignIn}</a></p>`,
  };
}

/** After the identity provider; it goes on by itself. */
export function goOnPage(request: FastifyRequest, next: string): Page {
  const { language, text } = textFor(request);
  const to = escapeHtml(next);
  const body = `<meta http-equiv="refresh" content="0;url=${to}"><p><a href="${to}">${text.toConsole}</a></p>`;
  return { language, title: text.goOnTitle, body };
}

export function oidcRefusedPage(request: FastifyRequest, error: SigecError): Page {
  const { language, text } = textFor(request);
  const said = inWords(error.details?.['sentence'] as Sentence, { language }) ?? error.message;
  const body = `<p>${escapeHtml(said)}</p><p><a href="/sign-in">${text.otherWay}</a></p>`;
  return { language, title: text.oidcTitle, body };
}

/** A program asked in a way that is not answered; where it is known who it is, the person may go back there. */
export function connectRefusedPage(request: FastifyRequest, why: string, back?: string): Page {
  const { language, text } = textFor(request);
  const host = back === undefined ? '' : escapeHtml(new URL(back).host || new URL(back).protocol);
  const link = back === undefined ? '' : `<p><a href="${escapeHtml(back)}">${text.connectBack} ${host}</a></p>`;
  return { language, title: text.connectTitle, body: `<p>${text.connectText}</p><pre>${escapeHtml(why)}</pre>${link}` };
}

export function consoleMissingPage(request: FastifyRequest): Page {
  const { language, text } = textFor(request);
  return { language, title: text.missingTitle, body: `<p>${text.missingText}</p><pre>npm run build:console</pre>` };
}

export function sendPage(reply: FastifyReply, { language, title, body }: Page): FastifyReply {
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>SIGEC-VE · ${title}</title><link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 12vh auto; padding: 0 1rem }
  pre { font-size: 1rem; padding: 1rem; border: 1px solid; border-radius: .5rem; overflow-wrap: anywhere; white-space: pre-wrap; user-select: all }
</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>
`;
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

function textFor(request: FastifyRequest) {
  const language = /^\s*pt\b/i.test(request.headers['accept-language'] ?? '') ? 'pt-BR' : 'en';
  return { language, text: texts[language] } as const;
}
