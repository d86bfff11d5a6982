import { both, sentence } from './spoken.ts';

/** What is said about money of people without an account. */
export const payments = {
  payments: {
    none: both('There are no payments yet.', 'Ainda não há pagamentos.'),
    noneOpen: both('Nothing is open: the books are in order.', 'Nada está em aberto: os livros estão em ordem.'),
    states: {
      created: both('not asked for yet', 'ainda não pedido'),
      pending: both('waits for its payer', 'espera pelo pagador'),
      held: both('held', 'reservado'),
      paid: both('paid', 'pago'),
      capturing: both('being taken', 'sendo cobrado'),
      captured: both('taken', 'cobrado'),
      refunding: both('rest goes back', 'resto sendo devolvido'),
      settled: both('settled', 'liquidado'),
      failed: both('failed', 'falhou'),
      expired: both('not paid in time', 'não pago a tempo'),
      canceled: both('canceled', 'cancelado'),
      disputed: both('taken back by its bank', 'retomado pelo banco'),
    },
    payment: both('Payment', 'Pagamento'),
    state: both('State', 'Estado'),
    method: both('By', 'Por'),
    consent: both('At most', 'No máximo'),
    received: both('Received', 'Recebido'),
    kept: both('Kept', 'Ficou'),
    refunded: both('Back', 'Devolvido'),
    subject: both('For', 'Para'),
    movement: both('Movement', 'Movimento'),
    why: both('Why', 'Por quê'),
    needsReason: both(
      'Say why with --reason: it stands beside the bill.',
      'Diga por quê com --reason: fica ao lado da conta.',
    ),
    given: sentence('{amount} {currency} go back to the payer.', '{amount} {currency} voltam ao pagador.'),
    paidNow: sentence('Paid: {amount} {currency}.', 'Pago: {amount} {currency}.'),
    equal: sentence(
      '{provider}, {day}: the books equal the statement.',
      '{provider}, {day}: os livros são iguais ao extrato.',
    ),
    differ: sentence(
      '{provider}, {day}: {count} differences; see them with: sigec payment open',
      '{provider}, {day}: {count} diferenças; veja-as com: sigec payment open',
    ),
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
