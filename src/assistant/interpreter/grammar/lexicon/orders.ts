import type { Words } from './words.ts';

/** Orders, and the words that say when and how far. */
export const orderWords = {
  start: [
    'start*, let, begin, initiate, launch, authorize, authorise, kick off',
    'inici*, comec*, dispar*, libera a recarga, libere a recarga, dar inicio, autoriz*',
  ],
  stop: [
    'stop*, end, halt, terminate, abort, finish, cut, interrupt',
    'pare, para, parar, encerr*, interromp*, termin*, finaliz*, cort*, derrub*, parou',
  ],
  reset: ['restart*, reset*, reboot*, power cycle', 'dar um boot, da um boot, de um boot, reinici*, reset*, reboot*'],
  unlock: [
    'unlock*, release, open, free it, free the cable, free the plug, free the connector, let it go, let go of',
    'destrav*, destranc*, solt*, liber*, abr*',
  ],
  block: [
    'block, blocks, ban, deactivate, suspend, blacklist, revoke, invalidate',
    'bloqueia, bloqueie, bloquear, bloqueio, bloquea, bloqueiem, suspenda, suspende, suspender, desativ*, revog*, invalid*, inativ*',
  ],
  unblock: [
    'undo the block, lift the block, remove the block, lift the ban, remove the ban, take the block off, take off the block, take away the block, unblock, unban, reactivate, reallow, restore',
    'desfaz o bloqueio, desfaca o bloqueio, desfazer o bloqueio, tira o bloqueio, tire o bloqueio, tirar o bloqueio, remove o bloqueio, remova o bloqueio, remover o bloqueio, retira o bloqueio, retire o bloqueio, levanta o bloqueio, desbloqueia, desbloqueie, desbloquear, desbloqueio, desbloquea, reativ*',
  ],
  disable: [
    'disable, close, shut, shut down, put, take, set, mark, take out, place, make, unavailable',
    'desativ*, desabilit*, coloc*, coloque, ponha, poe, tir*, deix*, marc*, marque, retir*, indisponibiliz*, inativ*, torn*, bota, bote',
  ],
  enable: [
    'enable, activate, re-enable, reenable, bring back, put, return, reopen, open again, back, into service, in service, in operation, available again, make, bring, available, again, operative',
    'ativ*, reativ*, habilit*, reabilit*, coloc*, coloque, volta, volte, voltar, voltem, voltou, voltaram, de volta, em servico, em operacao, pra funcionar, para funcionar, a funcionar, disponibiliz*, ponha, no ar, novo, disponivel, retorn*, funcionamento, de novo',
  ],
  service: [
    'service, operation, use, maintenance, order, offline, unavailable, inoperative',
    'servico, operacao, uso, manutencao, ar, indisponivel, inoperante, funcionamento',
  ],
  limit: [
    "limit, may draw only, may only draw, may draw at most, may draw, may use only, may only use, may use at most, can draw only, can only draw, can draw at most, must not draw more than, should draw at most, exceed, shouldn't exceed, must not exceed, should not exceed, may not exceed, not more than, no more than, cap, throttle, restrict, reduce, lower, raise, increase, set, drop, turn down",
    'limit*, so pode puxar, pode puxar so, pode puxar no maximo, pode puxar, so pode consumir, pode consumir no maximo, pode consumir so, so pode usar, pode usar no maximo, deve puxar no maximo, deve consumir no maximo, restrinj*, reduz*, baix*, diminu*, aument*, ajust*, defin*, coloc*, coloque, ponha, deix*, suba, subir, mud*, fix*, configure, configura, configurar',
  ],
  clear: [
    'clear, remove, delete, take away, lift, drop, undo, get rid of, take off, away',
    'remov*, limp*, tir*, apag*, retir*, exclu*, desfa*, cancel*',
  ],
  fullpower: [
    'full power, no limit, unlimited, without limit',
    'potencia maxima, potencia total, sem limite, sem limites, potencia plena',
  ],
  reserve: ['reserve, book, hold, keep, save', 'reserv*, guard*, segura, segure, segurar, agend*'],
  cancel: [
    'cancel*, call off, give back, drop, withdraw, take back, undo',
    'cancel*, desfaz*, desmarc*, retira, retire, anul*',
  ],
  accept: [
    'accept, accepts, admit, let in, let into, adopt, welcome, approve',
    'aceite, aceita, aceitar, admit*, deixa entrar, deixe entrar, aprove, aprova, aprovar',
  ],
  priority: [
    'priority, prioritise, prioritize, first in line, ahead of the others, before the others',
    'prioridade, prioriz*, preferencia, na frente dos outros',
  ],
  stuck: ['stuck, jammed, trapped', 'preso, presa, presos, presas, prendeu, emperrad*, entalad*, engatad*'],
  full: ['full, fully, fully charged', 'cheio, cheia, completo, completa, totalmente'],
  tonight: ['tonight, next hours, coming hours', 'hoje a noite, esta noite, proximas horas'],
  aftertomorrow: ['day after tomorrow, the day after tomorrow', 'depois de amanha'],
  tomorrow: ['tomorrow, tomorrow morning, tomorrow evening', 'amanha, amanha de manha, amanha cedo, amanha a noite'],
  update: ['update*, upgrade*, install, flash, upload new', 'atualiz*, instal*, upgrade'],
  change: [
    'change, set, modify, adjust, alter, edit, put, turn, make, paint, raise, lower, increase, decrease',
    'mud*, pint*, aument*, diminu*, baix*, abaix*, sub*, deix*, poe, ponha, bota, bote, alter*, ajust*, defin*, configure, configura, configurar, troc*, coloc*, coloque, modific*',
  ],
  assign: [
    'assign, apply, use, give, attach, link',
    'atribu*, aplic*, vincul*, use, usar, usa, associ*, dar, coloc*, coloque',
  ],
  revoke: ['revoke*, withdraw, invalidate', 'revog*, invalid*'],
  correct: [
    'correct*, refund*, credit, adjust, give back, reimburse',
    'corrij*, corrig*, correc*, reembols*, estorn*, devolv*, credit*, ajust*',
  ],
  exclude: [
    "exclude, not count, don't count, leave out, discount, ignore",
    'exclu*, desconsider*, nao contar, nao conte, descont*, ignor*',
  ],
  ask: [
    'ask*, request*, have it tell, refresh, fresh, poll, download, grab, pull, upload, send, retrieve, query',
    'peca, pede, pedir, baix*, puxe, solicit*, requisit*, envi*, mand*, perguntar, pergunte, atualiz*, sobe, suba',
  ],
  need: [
    'must be, needs to be, need to be, need, needs, wants, wants to have, should be, has to be, have to be, must, ready, full, charged, fully charged, leave, leaves, leaving, departs, until, percent, battery',
    'tem que estar, tem de estar, precisa estar, precisa de, precisam de, precisam, precisam estar, deve estar, devem estar, precisa, pronto, pronta, cheio, cheia, carregad*, sai, saio, sair, bateria, por cento, ate, esteja, deve, antes',
  ],
  slow: [
    'slow*, so little, low power, taking so long, takes so long, long',
    'devagar, lent*, demorando, pouca potencia, tao pouco, potencia baixa, demora',
  ],
  done: [
    'be done, done, finished, be ready, ready, finish, full, charged, complete, be full, be charged',
    'pronto, pronta, terminar, termina, acabar, acaba, cheio, cheia, carregad*, terminara, concluir, completo',
  ],
  lost: [
    'lost contact, lost connection, lose contact, loses contact, lose connection, went offline, go offline, goes offline, dropped, disconnect*, drop*',
    'perderam contato, perdeu contato, perderam conexao, perder contato, perderem contato, perderam o contato, perderam a conexao, cairam, caem, cair, ficaram offline, ficou offline, ficarem offline, desconect*, caiu',
  ],
  times: [
    'times, time, twice, once, thrice, or more, more than, at least',
    'vez, vezes, duas vezes, tres vezes, ou mais, mais de, pelo menos',
  ],
  /** Which way an amount bounds. */
  bound: [
    'or more, or less, or fewer, or longer, or shorter, or above, or below, or over, or under, or higher, and up, and above, more than, at least',
    'ou mais, ou menos, ou acima, ou superior, mais de, pelo menos',
  ],
  every: [
    'every night, every day, every hour, nightly, daily, hourly, each night, each day, each hour, every morning, sundays, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, weekdays, weekends, nights, mornings, afternoons, evenings, holidays',
    'toda noite, todas as noites, todo dia, todos os dias, a cada hora, toda hora, diariamente, cada noite, toda madrugada, todas as madrugadas, de hora em hora, cada hora, cada dia, a cada noite, segundas, tercas, quartas, quintas, sextas, sabados, domingos, segundas feiras, tercas feiras, quartas feiras, quintas feiras, sextas feiras, dias uteis, fins de semana, finais de semana, noites, manhas, tardes, feriados',
  ],
  /** So much for each of something, where a report has no such column. */
  ratio: [
    'per kwh, per session, per charge, per car, per vehicle, per connector, per evse, per plug, per card, per person, per head, per hour, per minute, each connector, each car',
    'por kwh, por sessao, por recarga, por carro, por veiculo, por conector, por plugue, por vaga, por cartao, por pessoa, por cabeca, por hora, por minuto, cada conector, cada carro',
  ],
  expired: [
    'expired, ran out, has run out, have run out',
    'expirado, expirada, expirados, expiradas, vencido, vencida, vencidos, vencidas, venceu, venceram, expirou, expiraram',
  ],
  /** Days to come. */
  future: [
    'next week, next month, next year, next quarter, next days, next few days, coming week, coming weeks, coming month, coming days',
    'semana que vem, mes que vem, ano que vem, que vem, proxima semana, proximo mes, proximo ano, proximos dias, proximas semanas',
  ],
  /** Others are told by nobody here. */
  notify: [
    'tell the drivers, tell the driver, tell them, tell everybody, tell everyone, inform the, inform them, notify, warn the, warn them, alert the',
    'avisa, avise, avisar, notifica, notifique, comunica, comunique, informa os, informe os, informa as, informe as',
  ],
  /** Who did it, where nothing can be found by that. */
  agent: [
    'by the driver, by the customer, by the user, by the car, by the vehicle, by the operator, by us, by app, by the app, by hand, remotely',
    'pelo motorista, pela motorista, pelo cliente, pelo usuario, pelo carro, pelo veiculo, pelo operador, por nos, pelo app, pelo aplicativo, a mao, remotamente',
  ],
  supposed: [
    'what if, had only, only had, suppose, supposing, would be, would happen, would change, would look, could only, could only draw, were limited, was limited',
    'e se, tivesse, fosse, suponha, supondo, so tivesse, aconteceria, mudaria, ficaria, seria, pudesse, se limitassemos, se limitasse',
  ],
} as const satisfies Words;
