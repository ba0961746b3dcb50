-- check: I37
-- class: L
-- title: one country rate and one rate of the own division per customer
SELECT c_id
FROM customer
JOIN address ON ad_id = c_ad_id
JOIN zip_code ON zc_code = ad_zc_code
LEFT JOIN customer_taxrate ON cx_c_id = c_id
GROUP BY c_id
HAVING count(*) <> 2
    OR count(*) FILTER (WHERE starts_with(cx_tx_id, CASE ad_ctry WHEN 'USA' THEN 'US' ELSE 'CN' END)) <> 1
    OR count(*) FILTER (WHERE starts_with(cx_tx_id, zc_div)) <> 1;
