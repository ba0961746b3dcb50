-- Every lot and every position once. Long and short lots add up separately, so lots of one position with both signs
-- do not equal their position.
WITH lots AS (
  SELECT sum((hashtextextended(h_s_symb, h_ca_id) >> 20) * h_qty) FILTER (WHERE h_qty > 0) AS long
       , sum((hashtextextended(h_s_symb, h_ca_id) >> 20) * h_qty) FILTER (WHERE h_qty < 0) AS short
       , count(*) FILTER (WHERE h_qty = 0) AS empty
       , sum(hashint4extended(h_qty, h_t_id)) AS quantities
  FROM holding
), summaries AS (
  SELECT sum((hashtextextended(hs_s_symb, hs_ca_id) >> 20) * hs_qty) FILTER (WHERE hs_qty > 0) AS long
       , sum((hashtextextended(hs_s_symb, hs_ca_id) >> 20) * hs_qty) FILTER (WHERE hs_qty < 0) AS short
       , count(*) FILTER (WHERE hs_qty = 0) AS empty
  FROM holding_summary
)
SELECT abs(lots.long - summaries.long) + abs(lots.short - summaries.short) + lots.empty + summaries.empty AS i03
     , lots.empty + summaries.empty AS i04
     , abs(lots.long - summaries.long) + abs(lots.short - summaries.short) + lots.empty AS i05
     , -summaries.long - summaries.short AS i07
     , lots.empty - quantities AS i09
     , -quantities AS i11
FROM lots
CROSS JOIN summaries;
