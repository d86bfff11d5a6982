import { both } from '../spoken.ts';

export const payment = {
  payment: both('money of people without an account', 'dinheiro de quem não tem conta'),
  paymentAddress: both(
    'where people pay at the EVSEs of a station, and its QR codes',
    'onde se paga nos EVSEs de uma estação, e seus QR codes',
  ),
  paymentStation: both('id of the station', 'id da estação'),
  paymentQr: both('show the QR code of this EVSE here', 'mostra aqui o QR code deste EVSE'),
  paymentSvg: both(
    'write the QR code of --qr as a picture to print',
    'grava o QR code de --qr como imagem para imprimir',
  ),
};
