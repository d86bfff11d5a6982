import type { SessionOddity } from '#contract/sessions/oddity.ts';
import { type OddityTexts, rangesText } from './oddities-en.ts';

const reasons = {
  'station-says-ended': 'a estação diz que ela terminou',
  'connector-free': 'o conector estava disponível',
  'other-session': 'outra sessão tinha começado ali',
  booted: 'a estação tinha reiniciado',
  offline: 'a estação ficou offline por tempo demais',
} satisfies Record<Extract<SessionOddity, { flag: 'closed-inferred' }>['evidence']['reason'], string>;

/** The same in Portuguese. */
export const odditiesPtBR: OddityTexts = {
  'no-start': ({ firstAt }, { time }) =>
    firstAt === null
      ? 'O início dela nunca foi informado.'
      : `O início dela nunca foi informado; a primeira notícia é de ${time(firstAt)}.`,
  'has-gap': ({ missing, missingCount }) =>
    `${missingCount === 1 ? 'Falta 1 dos eventos dela' : `Faltam ${missingCount} dos eventos dela`}: ${rangesText(missing, missingCount)}.`,
  'seqno-unreliable': ({ events, count }, { time }) =>
    `A estação numerou errado ${count} dos eventos dela (${events.map(({ seqNo, at }) => `${seqNo} em ${time(at)}`).join(', ')}); todos contam, na ordem dos horários.`,
  'meter-reset': ({ falls: [fall], count }, { time, kwh }) =>
    `O medidor andou para trás${count === 1 ? '' : ` ${count} vezes`}${fall === undefined ? '' : `: ${kwh(fall.before.wh)} em ${time(fall.before.at)}, depois ${kwh(fall.after.wh)} em ${time(fall.after.at)}`}.`,
  suspect: ({ leaps: [leap] }, { time, kwh, kw }) =>
    leap === undefined
      ? 'O medidor informou valores que não podem ser.'
      : `O medidor saltou de ${kwh(leap.before.wh)} em ${time(leap.before.at)} para ${kwh(leap.after.wh)} em ${time(leap.after.at)}, o que exige ${kw(leap.watts)}; ${leap.isCounted ? 'conta até que alguém decida' : 'não conta'}.`,
  'relative-samples': ({ firstSample, begin }, { kwh }) =>
    `As leituras do meio contam desde o início dela (${kwh(firstSample.wh)}), as do início e do fim são do medidor inteiro (${kwh(begin.wh)}).`,
  'wrong-unit': ({ factor, sample }, { kwh }) =>
    `As leituras do meio estão em outra unidade que as do início e do fim (fator ${factor}, por exemplo ${kwh(sample.wh)}); foram lidas por ele.`,
  'split-samples': ({ moments: [moment], count }, { time }) =>
    `Uma leitura veio em várias mensagens${count === 1 ? '' : ` ${count} vezes`}${moment === undefined ? '' : `, por exemplo ${moment.phases.join(', ')} de ${time(moment.at)}`}.`,
  'was-offline': ({ events, from, to }, { time }) =>
    `${events === 1 ? '1 evento foi informado' : `${events} eventos foram informados`} depois: a estação esteve offline entre ${time(from)} e ${time(to)}.`,
  'was-resumed': ({ resumes: [resume], count }, { time }) =>
    `Ela foi interrompida e continuou${count === 1 ? '' : ` ${count} vezes`}${resume === undefined ? '' : `, primeiro em ${time(resume.at)}`}.`,
  'several-ends': ({ ends, count }, { time }) =>
    `A estação informou ${count} fins diferentes: ${ends.map(({ at, stopReason }) => `${time(at)}${stopReason === null ? '' : ` (${stopReason})`}`).join(', ')}.`,
  'ends-before-start': ({ startedAt, endedAt }, { time }) =>
    `Pelo relógio da estação ela terminou (${time(endedAt)}) antes de começar (${time(startedAt)}).`,
  'clock-skew': ({ events: [event] }, { time }) =>
    event === undefined
      ? 'O relógio da estação estava errado.'
      : `O relógio da estação estava errado: escreveu ${time(event.told)} quando era ${time(event.received)}.`,
  'clock-set-back': ({ before, after }, { time }) =>
    `O relógio da estação foi atrasado no meio, de ${time(before)} para ${time(after)}.`,
  'unusable-value': ({ values: [first], count }) =>
    `A estação informou ${count === 1 ? 'um valor que não pode ser usado' : `${count} valores que não podem ser usados`}${first === undefined ? '' : ` (${first.field}: ${first.value})`}; ${count === 1 ? 'ele não conta' : 'eles não contam'}.`,
  conflict: ({ conflicts: [conflict], count }) =>
    `${count === 1 ? 'Um evento foi informado' : `${count} eventos foram informados`} de novo com outro conteúdo${conflict === undefined ? '' : ` (${conflict.differences.map(({ field }) => field).join(', ')})`}; vale o de leitura menor.`,
  overlaps: ({ others }, { time }) =>
    `Ela ocorreu no mesmo EVSE e ao mesmo tempo que ${others.map(({ ref, since }) => `a sessão ${ref} da estação (desde ${time(since)})`).join(', ')}.`,
  'stop-matched': ({ orphanRef, reasons: { token, evse, others } }) =>
    `O fim dela veio com um número que não conhecemos (${orphanRef}) e foi atribuído a ela: ${[
      token === 'same' ? 'o mesmo token' : 'token não informado',
      evse === 'same' ? 'o mesmo conector' : 'conector não informado',
      others === 0 ? 'nenhuma outra sessão serve' : `outras ${others} também serviriam`,
    ].join(', ')}.`,
  'match-superseded': ({ orphanRef }) =>
    `Um fim com número desconhecido (${orphanRef}) tinha sido atribuído a ela até que veio o seu próprio fim.`,
  merged: ({ into }) => `É um fim sem início e pertence à sessão ${into} da estação.`,
  'closed-inferred': ({ reason, lastHeardAt }, { time }) =>
    `Nós a encerramos: não houve notícia dela depois de ${time(lastHeardAt)}, e ${reasons[reason]}.`,
  'close-superseded': ({ decidedAt, reason }, { time }) =>
    `Nós a tínhamos encerrado em ${time(decidedAt)} (${reasons[reason]}), e depois houve notícia dela de novo.`,
};
