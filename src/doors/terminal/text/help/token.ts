import { both } from '../spoken.ts';

export const token = {
  tokens: both(
    'what drivers show to stations: cards, codes, contracts',
    'o que motoristas apresentam às estações: cartões, códigos, contratos',
  ),
  tokenList: both('all tokens; of each only the end is shown', 'todos os tokens; de cada um só o fim aparece'),
  tokenShow: both('one token', 'um token'),
  tokenAdd: both('let a token charge', 'deixa um token recarregar'),
  tokenChange: both('change what is known about a token', 'altera o que se sabe de um token'),
  tokenVerbs: {
    block: both('refuse a token from now on', 'recusa um token a partir de agora'),
    unblock: both('let a blocked token charge again', 'deixa um token bloqueado recarregar de novo'),
  },
  tokenRemove: both('forget a token; its sessions stay', 'esquece um token; as sessões dele ficam'),
  tokenTopUp: both(
    'begin a payment onto a prepaid card, by Pix or card',
    'inicia um pagamento para um cartão pré-pago, por Pix ou cartão',
  ),
  topUpAmount: both('how much, such as 50.00', 'quanto, como 50.00'),
  topUpCurrency: both('its currency, such as BRL', 'a moeda, como BRL'),
  tokenImport: both(
    'take drivers and tokens from a CSV file, all rows or none',
    'aceita motoristas e tokens de um arquivo CSV, todas as linhas ou nenhuma',
  ),
  importFile: both(
    'CSV with the columns name, email, phone, language, group, token, type, valid_from, expires, blocked, note; - reads the input',
    'CSV com as colunas name, email, phone, language, group, token, type, valid_from, expires, blocked, note; - lê a entrada',
  ),
  tokenTry: both(
    'say what would happen if a token were shown at a station, and why',
    'diz o que aconteceria se um token fosse apresentado a uma estação, e por quê',
  ),
  refusals: both(
    'who was refused, where and why, newest first',
    'quem foi recusado, onde e por quê, o mais novo primeiro',
  ),
  newToken: both(
    'its number as a reader reads it, or - to type it unseen by the shell; without it one is made',
    'o número como um leitor o lê, ou - para digitar sem que o shell guarde; sem isto um é criado',
  ),
  tokenType: both('what kind it is; without it an RFID card', 'de que tipo é; sem isto um cartão RFID'),
  tokenOfDriver: both('only tokens of this driver, by name or id', 'só tokens deste motorista, pelo nome ou id'),
  toDriver: both('whose it is, by name or id', 'de quem é, pelo nome ou id'),
  blockedOnly: both('only blocked ones', 'só os bloqueados'),
  addBlocked: both('add it as blocked', 'cadastra já bloqueado'),
  ownTariff: both('a price of its own, wherever it charges', 'um preço próprio, onde quer que recarregue'),
  credit: both('what is left on a prepaid token, such as 50.00', 'o que resta em um token pré-pago, por exemplo 50,00'),
  tryEvse: both('at this EVSE, whose price may differ', 'neste EVSE, que pode ter outro preço'),
  tryAt: both(
    'at this time, such as 2026-03-01T08:00; without it: now',
    'a esta hora, por exemplo 2026-03-01T08:00; sem isto: agora',
  ),
  tryType: both(
    'shown as this kind; without it the kind is not told, as in OCPP 1.6',
    'apresentado como este tipo; sem isto o tipo não é dito, como no OCPP 1.6',
  ),
  refusedToken: both(
    'only this token, known or not; - reads it from the input',
    'só este token, conhecido ou não; - lê da entrada',
  ),
  refusedDriver: both('only tokens of this driver', 'só tokens deste motorista'),
};
