// Each line of a list is drawn by itself: one that can't be is left out and told to the console, the others stand.
export function drawn(items, draw) {
  return items.flatMap((item) => {
    try {
      return [draw(item)];
    } catch (error) {
      console.error(error);
      return [];
    }
  });
}
