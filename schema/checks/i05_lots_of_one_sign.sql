-- check: I05
-- class: A
-- title: all lots of one account and symbol have the same sign
SELECT h_ca_id
     , h_s_symb
FROM holding
GROUP BY h_ca_id, h_s_symb
HAVING min(h_qty) < 0 AND max(h_qty) >= 0 OR min(h_qty) = 0 AND max(h_qty) > 0;
