import { both } from '../spoken.ts';

export const driver = {
  driver: both('people who charge', 'pessoas que recarregam'),
  driverList: both('all drivers, in the order of their names', 'todos os motoristas, na ordem dos nomes'),
  driverShow: both('one driver with their tokens', 'um motorista com os seus tokens'),
  driverAdd: both('add a driver', 'cadastra um motorista'),
  driverChange: both('change a driver', 'altera um motorista'),
  driverVerbs: {
    block: both('refuse all tokens of a driver', 'recusa todos os tokens de um motorista'),
    unblock: both('let a driver charge again', 'deixa um motorista recarregar de novo'),
  },
  driverForget: both(
    'forget a driver for ever: name, contact and tokens; energy and money stay in the sums',
    'esquece um motorista para sempre: nome, contato e tokens; energia e dinheiro ficam nas somas',
  ),
  forgetYes: both('do not ask for the name first', 'não pergunta o nome antes'),
  driverId: both('name or id of the driver', 'nome ou id do motorista'),
  driverName: both('name of the person', 'nome da pessoa'),
  driverSearch: both('only those with this in name or e-mail', 'só os que têm isto no nome ou no e-mail'),
  email: both('e-mail address', 'endereço de e-mail'),
  phone: both('telephone number', 'número de telefone'),
  driverLanguage: both(
    'in which stations speak to them, such as pt-BR',
    'em que as estações falam com a pessoa, por exemplo pt-BR',
  ),
  placesAsGroup: both('may charge wherever their group may', 'pode recarregar onde o grupo pode'),
  sessionsAsGroup: both('as many sessions as their group allows', 'tantas sessões quantas o grupo permite'),
};
