import { both } from '../spoken.ts';

export const session = {
  sessionReceipt: both(
    'the receipt of a session, here or as a page to print',
    'o recibo de uma sessão, aqui ou como página para imprimir',
  ),
  receiptOut: both(
    'write it as a page to print into this file, such as receipt.html',
    'grava como página para imprimir neste arquivo, por exemplo recibo.html',
  ),
  sessionCorrect: both(
    'correct what a session costs; the correction stands beside what was booked',
    'corrige o que uma sessão custa; a correção fica ao lado do que foi lançado',
  ),
  correctAmount: both(
    'how much to charge besides, such as 5.00; below zero gives money back, such as -5.00',
    'quanto cobrar a mais, por exemplo 5,00; abaixo de zero devolve, por exemplo -5,00',
  ),
  correctReason: both('why; stands on the receipt', 'por quê; aparece no recibo'),
  session: both('charging sessions', 'sessões de recarga'),
  sessionList: both('sessions, newest first', 'sessões, as mais novas primeiro'),
  sessionShow: both(
    'one session: its curve, why it ended, and what is odd about it',
    'uma sessão: a curva, por que terminou e o que é estranho nela',
  ),
  sessionStart: both('start a session remotely', 'inicia uma sessão remotamente'),
  sessionStop: both('stop a running session', 'para uma sessão em andamento'),
  sessionExport: both(
    'write sessions to a file or to the output, all that fit',
    'grava sessões em um arquivo ou na saída, todas as que servem',
  ),
  sessionId: both(
    'id of the session, or at least 6 characters of its beginning or ending',
    'id da sessão, ou ao menos 6 caracteres do começo ou do fim dele',
  ),
  sessionStation: both('only sessions of this station', 'só sessões desta estação'),
  sessionEvse: both('only sessions at this EVSE of the station', 'só sessões neste EVSE da estação'),
  sessionState: both('only sessions in this state', 'só sessões neste estado'),
  sessionToken: both(
    'only sessions with this token, as printed on the card',
    'só sessões com este token, como está impresso no cartão',
  ),
  sessionTokenHash: both('the same by its hash, such as tok_…', 'o mesmo pelo hash dele, por exemplo tok_…'),
  sessionSince: both(
    'only sessions that began so long ago or later, such as 12h or 30d',
    'só sessões que começaram há tanto tempo ou depois, por exemplo 12h ou 30d',
  ),
  sessionFrom: both(
    'only sessions that began at this time or later, such as 2026-03-01 or 2026-03-01T08:00',
    'só sessões que começaram nesta hora ou depois, por exemplo 2026-03-01 ou 2026-03-01T08:00',
  ),
  sessionTo: both('only sessions that began before this time', 'só sessões que começaram antes desta hora'),
  sessionMonth: both(
    'only sessions that began in this month, such as 2026-03 or last',
    'só sessões que começaram neste mês, por exemplo 2026-03 ou last (o anterior)',
  ),
  sessionFlag: both('only sessions with this oddity', 'só sessões com esta estranheza'),
  sessionFlagged: both('only sessions with any oddity', 'só sessões com alguma estranheza'),
  sessionMinimum: both(
    'only sessions with at least this much energy, in kWh',
    'só sessões com pelo menos esta energia, em kWh',
  ),
  token: both('the token to charge with', 'o token com que se recarrega'),
  tokenId: both('or the id of a token that is known here', 'ou o id de um token conhecido aqui'),
};
