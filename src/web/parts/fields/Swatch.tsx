/** A colour and its code. */
export const swatch = (color: string) => (
  <span class="swatch" style={{ "--color": color }}>
    {color}
  </span>
)
