import { TextLink } from '../../parts/links.tsx';

/** Where a station can be seen. */
export function StationLink({ id }: { id: string }) {
  return (
    <TextLink to="/equipment" search={{ search: id }} className="now-station">
      {id}
    </TextLink>
  );
}
