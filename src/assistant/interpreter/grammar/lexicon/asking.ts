import type { Words } from './words.ts';

/** Ways to ask. */
export const askingWords = {
  count: [
    'how many, how mny, hw many, number of, count, the number of, total number of',
    'quantos, quantas, qtos, qtas, numero de, quantidade de, a quantidade de, contagem, conta quantos',
  ],
  howmuch: [
    'how much, how mch, hw much, total, sum, in total, overall, altogether',
    'quanto, quanta, qto, qta, qnt, quantu, total, soma, ao todo, no total, somando, totais',
  ],
  why: [
    'why, how come, reason, reasons, cause, causes, what caused, explain, explanation, due to what, because of what',
    'por que, porque, por qual motivo, motivo, motivos, razao, causa, causas, pq, explica, explique, explicar, a que se deve, o que causou',
  ],
  who: [
    'anybody charging, anyone charging, somebody charging, someone charging, who, whom, whose, who has, by whom',
    'alguem carregando, quem, de quem, por quem',
  ],
  when: [
    'when, since when, what time, how long ago, at what time, how long',
    'quando, desde quando, que horas, a que horas, ha quanto tempo, quanto tempo, em que dia, por quanto tempo',
  ],
  where: ['where, in which place, at which place', 'onde, aonde, em que lugar, em qual lugar, em que local, em que'],
  how: [
    "how is, how are, how's, how, how about, status, state, condition, doing, health",
    'como esta, como estao, como vai, como anda, como ta, como, status, estado, situacao, andamento, saude',
  ],
  latest: [
    'last, latest, most recent, newest, recent, past, previous',
    'ultimo, ultima, ultimos, ultimas, mais recente, mais recentes, recente, recentes, anterior',
  ],
  first: ['first, top, 1st', 'primeiro, primeira, primeiros, primeiras'],
  compare: [
    'compare*, comparison, versus, vs, against, difference, differences, compared, compared with, compared to, side by side',
    'compar*, versus, contra, diferenca, diferencas, em relacao a, lado a lado, em comparacao',
  ],
  most: [
    'most, highest, biggest, largest, best, maximum, longest, busiest, more than any other, top',
    'mais, maior, maiores, melhor, melhores, maximo, maxima',
  ],
  least: [
    'least, lowest, smallest, worst, minimum, fewest, shortest',
    'menos, menor, menores, pior, piores, minimo, minima',
  ],
  long: [
    'long, longer, longest, lasted, lasts, lasting, lasted longer, duration, length, took longer',
    'longo, longa, longos, longas, duraca*, durou, duraram, duram, duracoes, demorad*, comprid*',
  ],
  short: ['short, shorter, shortest, brief, lasted less', 'curto, curta, curtos, curtas, breve*, curtinh*'],
  history: [
    'history, timeline, chronology, log of events, what has been going on, been up to',
    'historico, linha do tempo, cronologia',
  ],
  happened: [
    "what's wrong with, what is wrong with, what's up with, up with, happened, happen, happening, been happening, went on, going on, wrong, what happened, occurred, went wrong, the matter, events, event, incident, incidents",
    'aconteceu, acontecendo, houve, ocorreu, ocorrido, rolou, passou, deu errado, eventos, evento, ocorrencias, incidente, incidentes, errado, se passa',
  ],
  trouble: [
    `problem*, issue*, trouble*, diagnos*, troubleshoot*, investigate*, stuck, hang*, frozen, crash*, fail*, broke, stopped working, not working, doesn't work, isn't working, not charging, won't charge, isn't charging, doesn't charge, keeps dropping, keeps disconnecting, disconnecting, keeps restarting, keeps going offline, analyse, analyze, root cause, malfunction*, not responding, doesn't respond, acting up, stopped charging`,
    `problema*, diagnostic*, diagnostiqu*, investig*, travad*, travou, caiu, caindo, congelad*, quebrou, quebraram, falhou, falharam, falhando, pifou, nao funciona, nao esta funcionando, parou de funcionar, nao carrega, nao esta carregando, parou de carregar, nao responde, nao liga, analisa, analise, analisar, pane, fica caindo, fica reiniciando, deu pau, deu ruim, deu problema, deu erro`,
  ],
  details: [
    'detail*, more about, everything about, particulars, tell me more, in depth, full info, info on',
    'detalh*, mais sobre, tudo sobre, ficha, ficha completa, mais informacoes',
  ],
  more: [
    'more, next, next page, further, the rest, more of them, show more, continue, others, keep going',
    'mais, proxima pagina, proximos, proximas, o resto, mostra mais, mostre mais, outros, outras, continua, continue',
  ],
  help: [
    'help, what can you do, what can i ask, what can i say, what do you understand, how do you work, what are you able to do, who are you, what are you, what do you do',
    'ajuda, socorro, o que voce faz, o que voce sabe fazer, o que voce pode fazer, o que posso perguntar, o que posso pedir, o que voce entende, como voce funciona, quem e voce, o que voce consegue fazer, o que voce sabe, o que vc faz',
  ],
} as const satisfies Words;
