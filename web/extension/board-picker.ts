import { viewersOf } from '../../src/contract/audience';
import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';
import { hashtagSlug } from '../../src/contract/hashtags';
import { matchTags, type TagOption } from '../boards/completion/match-tags';
import { type TagBoard, toTagBoards } from '../boards/tag-boards';
import { call } from './connection';
import { button } from './element';

type Parts = { field: HTMLInputElement; list: HTMLElement; hint: HTMLElement };

/** A field that finds boards, above a list of them. Enter takes the first one. */
export function boardPicker({ field, list, hint }: Parts, chosen: string[], onChange: () => void) {
  let boards: TagBoard[] = [];
  let options: TagOption[] = [];

  function draw() {
    const typed = field.value.trim().replace(/^#+/, '');
    options = typed
      ? matchTags(boards, typed, { offersNew: true, without: chosen })
      : boards.filter(({ tag }) => !chosen.includes(tag)).map((board) => ({ ...board, isNew: false }));
    const first = typed && (options[0]?.tag ?? hashtagSlug(typed));
    hint.textContent = first ? `Enter takes #${first}.` : '';
    list.replaceChildren(
      ...chosen.map((tag) => row(tag, othersOn(tag), true)),
      ...options.map((option) => row(option.tag, option.isNew ? undefined : option.others, false)),
    );
  }

  const othersOn = (tag: string) => boards.find((board) => board.tag === tag)?.others;

  function row(tag: string, others: number | null | undefined, isChosen: boolean) {
    const made = button(`#${tag}`, () => toggle(tag));
    made.setAttribute('aria-pressed', String(isChosen));
    const viewers = document.createElement('small');
    viewers.textContent = others === undefined ? 'new' : viewersOf(others);
    made.append(' ', viewers);
    const item = document.createElement('li');
    item.append(made);
    return item;
  }

  function toggle(tag: string) {
    const at = chosen.indexOf(tag);
    if (at >= 0) chosen.splice(at, 1);
    else if (tag) chosen.push(tag);
    field.value = '';
    draw();
    field.focus();
    onChange();
  }

  const takeTyped = () => {
    if (field.value.trim()) toggle(options[0]?.tag ?? hashtagSlug(field.value));
  };
  field.oninput = draw;
  field.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.isComposing || !field.value.trim()) return;
    event.preventDefault();
    takeTyped();
  };
  return {
    show(loaded: TagBoard[]) {
      boards = loaded;
      draw();
    },
    draw,
    takeTyped,
    boardIdOf: (tag: string) => boards.find((board) => board.tag === tag)?.sharedId ?? null,
  };
}

export async function loadBoards(): Promise<TagBoard[]> {
  const [own, shared] = await Promise.all([
    call<PrivateBoardCard[]>('/api/tags-with-counts'),
    call<SharedBoardCard[]>('/api/shared-boards-with-counts'),
  ]);
  return toTagBoards(own, shared);
}
