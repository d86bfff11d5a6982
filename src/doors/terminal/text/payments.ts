import { both, sentence } from './spoken.ts';

/** What is said about money of people without an account. */
export const payments = {
  payments: {
    codes: {
      static: both('on its sticker', 'no adesivo'),
      asked: both(
        'on its sticker; the station was asked to show its own',
        'no adesivo; pediu-se à estação que mostre o seu',
      ),
      dynamic: both('shown by the station, and changes', 'mostrado pela estação, e muda'),
      refused: both(
        'on its sticker; the station refused to show its own',
        'no adesivo; a estação se recusou a mostrar o seu',
      ),
    },
    noEvse: sentence('{station} has not reported an EVSE {evse}.', '{station} não informou um EVSE {evse}.'),
    showsItsOwn: sentence(
      '{station} shows a code of its own at EVSE {evse}; a printed one would not be accepted.',
      '{station} mostra um código próprio no EVSE {evse}; um impresso não seria aceito.',
    ),
    written: sentence('The QR code is in {file}.', 'O QR code está em {file}.'),
    svgNeedsQr: both('Say with --qr of which EVSE the picture is to be.', 'Diga com --qr de qual EVSE é a imagem.'),
  },
};
