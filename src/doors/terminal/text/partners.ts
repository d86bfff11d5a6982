import { both, sentence } from './spoken.ts';

/** What is said about roaming partners. */
export const partners = {
  partners: {
    none: both(
      'There is no roaming partner; "sigec partner add NAME --party DE-ABC" makes one.',
      'Não há parceiro de roaming; "sigec partner add NOME --party DE-ABC" cria um.',
    ),
    unknown: sentence(
      'There is no partner {name}; "sigec partner list" shows which there are.',
      'Não há parceiro {name}; "sigec partner list" mostra quais existem.',
    ),
    states: {
      invited: both('invited', 'convidado'),
      connecting: both('connecting', 'conectando'),
      unconfirmed: both('unconfirmed', 'não confirmado'),
      connected: both('connected', 'conectado'),
      leaving: both('leaving', 'saindo'),
      left: both('left', 'saiu'),
    },
    recordStates: {
      waiting: both('waiting', 'à espera'),
      delivered: both('delivered', 'entregue'),
      received: both('received', 'recebido'),
      disputed: both('disputed', 'contestado'),
      settled: both('settled', 'resolvido'),
    },
    invite: sentence(
      'Give the partner this address and token, the token is shown this once:\n  {url}\n  {token}',
      'Dê ao parceiro este endereço e este token, que só é mostrado agora:\n  {url}\n  {token}',
    ),
    connected: sentence('{name} is {state} over OCPI {version}.', '{name}: {state} por OCPI {version}.'),
    rotated: sentence('{name} and we have new tokens.', '{name} e nós temos tokens novos.'),
    removed: sentence('{name}: {state}.', '{name}: {state}.'),
    changed: sentence('{name} was changed.', '{name} foi alterado.'),
    published: sentence('Partners see site {site}.', 'Os parceiros veem o local {site}.'),
    notPublished: sentence(
      'Site {site} cannot be shown to partners yet; it lacks: {fields}.',
      'O local {site} ainda não pode ser mostrado aos parceiros; falta: {fields}.',
    ),
    withdrawn: sentence('Partners see site {site} no more.', 'Os parceiros não veem mais o local {site}.'),
    noLocations: both('The partner has told of no location yet.', 'O parceiro ainda não informou nenhum local.'),
    noRecords: both('There is no record of a session yet.', 'Ainda não há registro de sessão.'),
    noExchanges: both('Nothing was said yet.', 'Nada foi dito ainda.'),
    started: sentence('The partner answered: {answer}. Command {id}.', 'O parceiro respondeu: {answer}. Comando {id}.'),
    pulled: sentence(
      '{module}: {read} read, {bad} left out, {stale} no longer listed{why}',
      '{module}: {read} lidos, {bad} ignorados, {stale} fora da lista{why}',
    ),
    directions: { sent: both('sent', 'enviado'), received: both('received', 'recebido') },
    ways: { in: both('from them', 'deles'), out: both('from us', 'nosso') },
    stale: both('no longer listed', 'fora da lista'),
    owedToUs: both('They owe us', 'Devem a nós'),
    owedByUs: both('We owe them', 'Devemos a eles'),
    waiting: both('Waiting', 'À espera'),
    party: both('Party', 'Parte'),
    lastFailure: both('Last failure', 'Última falha'),
    lastSuccess: both('Last reached', 'Último contato'),
    lastHeard: both('Last heard', 'Última mensagem'),
    proof: both('Proof', 'Prova'),
    answer: both('Answer', 'Resposta'),
    tariff: both('Tariff', 'Tarifa'),
  },
};
