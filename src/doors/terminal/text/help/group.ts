import { both } from '../spoken.ts';

export const group = {
  group: both(
    'groups of drivers and tokens: where they may charge, how many sessions at once',
    'grupos de motoristas e tokens: onde podem recarregar, quantas sessões ao mesmo tempo',
  ),
  groupList: both('all groups', 'todos os grupos'),
  groupShow: both('one group', 'um grupo'),
  groupAdd: both('make a group', 'cria um grupo'),
  groupChange: both('change a group', 'altera um grupo'),
  groupVerbs: {
    block: both('let nobody of a group charge', 'não deixa ninguém de um grupo recarregar'),
    unblock: both('let a group charge again', 'deixa um grupo recarregar de novo'),
  },
  groupRemove: both('remove a group that nobody is of', 'remove um grupo em que não há ninguém'),
  groupId: both('name or id of the group', 'nome ou id do grupo'),
  groupValue: both(
    'what stations are told (parent id); without it one is made. - reads it from the input',
    'o que se diz às estações (parent id); sem isto um é criado. - lê da entrada',
  ),
  masterPass: both(
    "its tokens end anyone's session and begin none",
    'os tokens encerram a sessão de qualquer um e não iniciam nenhuma',
  ),
  noMasterPass: both('its tokens charge like others', 'os tokens recarregam como os outros'),
};
